import type { LinePlanGrammar } from './line-plan-grammar.ts';
import { lineHeadChars, lineMarks, type PlanLine } from './plan-lines.ts';
import { type PlanTools, toolNames } from './plan-tools.ts';
import { readParenthesisForm } from './read-call.ts';

/** The form of LLMCompiler: `1. tool("input")`, with `Thought:` lines between and `join()` at the end. */
export const numberedPlanGrammar: LinePlanGrammar = {
  form: 'numbered',
  example: '1. tool("input")',
  readLine,
  readCall: readParenthesisForm,
  isEnd,
};

const endOfPlan = 'join';

const thoughtLabel = new RegExp(`${lineMarks}thought ?\\d{0,3}[ *_]{0,4}[:：][*_]{0,3}`, 'i');
const numberMark = new RegExp(`${lineMarks}(\\d{1,9})[.)](?!\\d)[ \\t]{0,8}[*_\`]{0,4}`);
const otherMarks = new RegExp(lineMarks);
const evidence = new RegExp(`${lineMarks}#E\\d{1,9} {0,4}=`);
const callStart = /^[\p{L}_][\p{L}\p{N}_.-]{0,127}\(/u;

function readLine(text: string, start: number, end: number): PlanLine[] {
  const head = text.slice(start, Math.min(end, start + lineHeadChars));
  const label = thoughtLabel.exec(head);
  if (label !== null) return [{ kind: 'thought', start, contentStart: start + label[0].length }];
  const number = numberMark.exec(head);
  const markChars = (number ?? otherMarks.exec(head))![0].length;
  const isCall = callStart.test(head.slice(markChars));
  const contentStart = start + markChars;
  if (number !== null) {
    return [
      isCall
        ? { kind: 'step', id: number[1]!, start, contentStart }
        : { kind: 'unreadable', start },
    ];
  }
  if (evidence.test(head)) return [{ kind: 'unreadable', start }];
  if (!isCall) return [];
  if (text.startsWith(`${endOfPlan}(`, contentStart)) {
    return [{ kind: 'step', id: endOfPlan, start, contentStart }];
  }
  return text.slice(start, end).trimEnd().endsWith(')') ? [{ kind: 'unreadable', start }] : [];
}

/** A call of `join` ends the plan, unless a tool is called so. */
function isEnd(text: string, start: number, tools: PlanTools | undefined): boolean {
  return text.startsWith(`${endOfPlan}(`, start) && toolNames(tools)?.includes(endOfPlan) !== true;
}
