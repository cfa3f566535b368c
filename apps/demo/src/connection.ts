import type { Model, ModelError } from '@loopwright/agent-run';
import type { Scenario } from '@loopwright/lab/zephyr';

/** A way to the models of a run. */
export type Connection = {
  /** The first line that the demo prints: who answers. */
  readonly notice: string;
  /** The same in parts, for the JSON document and for recordings. */
  readonly details: Readonly<Record<string, string>>;
  readonly isLanguageModel: boolean;
  /** The SDK that stands between, if one does: the name of its package. */
  readonly sdkPackage?: string;
  /** Who is waited for; missing where nobody has to wait. */
  readonly waitingFor?: string;
  modelsFor(scenario: Scenario): { actor: Model; critic: Model };
  /** What went wrong in a call and what can be done about it, in one sentence. */
  explain(error: ModelError): string;
  /** Takes the key out of a text or of JSON data. Texts are given before they are cut or broken into lines. */
  withoutKey<Value>(value: Value): Value;
  close(): Promise<void>;
};
