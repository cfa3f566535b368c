import { toJson } from '@loopwright/core-parser';
import type { AdmittedCall } from './admit.ts';
import { leafTexts } from './leaf-texts.ts';
import { readProperty } from './read-property.ts';
import type { Tool } from './tool.ts';

/** The texts of a call's sensitive arguments, as they were sent and as the schema put them out. */
export function sensitiveTexts({ tool, call, args }: AdmittedCall): string[] {
  return leafTexts(...[call.args, args].flatMap((given) => sensitiveMembers(tool, given)));
}

/** The same of a call that was not let in. */
export function sentTexts(tool: Tool, args: unknown): string[] {
  return leafTexts(...sensitiveMembers(tool, args));
}

function sensitiveMembers({ sensitive }: Tool, args: unknown) {
  return sensitive.map((name) => toJson(readProperty(args, name)));
}
