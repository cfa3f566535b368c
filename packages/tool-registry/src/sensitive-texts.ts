import { toJson } from '@loopwright/core-parser';
import type { AdmittedCall } from './admit.ts';
import { leafTexts } from './leaf-texts.ts';
import { readProperty } from './read-property.ts';

/** The texts of a call's sensitive arguments, as they were sent and as the schema put them out. */
export function sensitiveTexts({ tool, call, args }: AdmittedCall): string[] {
  return leafTexts(
    ...tool.sensitive.flatMap((name) => [
      toJson(readProperty(call.args, name)),
      toJson(readProperty(args, name)),
    ]),
  );
}
