import type { StepGrammar } from '../step/step-grammar.ts';
import { parseError } from '../step/step-results.ts';
import { thoughtBefore } from '../step/thought-before.ts';
import { endOfQuotedLine } from '../text/quoted-line.ts';
import { findStepObjects } from './find-step-objects.ts';
import { parseStepObject } from './parse-step-object.ts';

/** The JSON form (P5): one object with `action` and `action_input`, or with `final_answer`. */
export const jsonGrammar: StepGrammar = {
  form: 'json',
  wanted:
    'Write one JSON object with "thought", "action" and "action_input"; to finish, the action is "final".',

  findSign({ text }) {
    if (!anyStepMember.test(text)) return text.search(cutOffInFirstKey);
    return findStepObjects(text).step?.start ?? findBrokenStep(text);
  },

  read({ text }, facts, options) {
    const end = text.length;
    const search = findStepObjects(text);
    if (search.inventedObservation) facts.flags.push('invented_observation');
    if (search.failure !== undefined) {
      const { code, message } = search.failure;
      return { step: parseError(facts, code, message, options), end };
    }
    const { step: object } = search;
    if (object === undefined) {
      const message = 'The object needs "action" and "action_input", or "action": "final".';
      return { step: parseError(facts, 'no_anchor', message, options), end };
    }
    if (search.hasSecond) {
      const message = 'The reply holds several steps. Write one, and wait for its observation.';
      return { step: parseError(facts, 'multiple_actions', message, options), end };
    }
    facts.thought = thoughtBefore(text, object.start);
    if (search.textAfter === 'same line') {
      const message =
        'Text stands behind the object in its line, as if it were quoted. Write the object alone, and wait for its observation.';
      const step = parseError(facts, 'text_after_input', message, options);
      return { step, start: object.start, end: object.end };
    }
    if (search.textAfter === 'text') facts.flags.push('text_after_input');
    const step = parseStepObject(text, object, facts, options);
    return { step, start: object.start, end: object.end };
  },
};

/** Stands in every step, whole or broken; most texts in another form hold none. */
const anyStepMember = /(?:action|action_input|final_answer|thought)["']?\s{0,64}:/;

/** A text that breaks off before its first value. */
const cutOffInFirstKey = /^\s*\{\s*(?:"[a-z_]*"?\s*)?$/;

const stepMember = /\{\s{0,64}(["'])(?:thought|action|action_input|final_answer)\1\s{0,64}:/g;

/** Where an object that begins like a step stands: one that is broken is a sign as well. */
function findBrokenStep(text: string): number {
  stepMember.lastIndex = 0;
  for (;;) {
    const match = stepMember.exec(text);
    if (match === null) return -1;
    const quotedEnd = endOfQuotedLine(text, match.index);
    if (quotedEnd === undefined) return match.index;
    stepMember.lastIndex = quotedEnd;
  }
}
