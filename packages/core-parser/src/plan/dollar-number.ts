import { type RewrittenReference, rewriteWithPath } from './rewritten-reference.ts';

/** `$1` or `${1}` without its `$`: the number, and where it ends. */
export type DollarNumber = { id: string; idStart: number; idEnd: number; end: number };

/** Reads the number behind a `$`, in braces or without; undefined where none stands. */
export function readNumberBehind(text: string, start: number): DollarNumber | undefined {
  const isBraced = text[start] === '{';
  const idStart = isBraced ? start + 1 : start;
  let idEnd = idStart;
  while (text[idEnd]! >= '0' && text[idEnd]! <= '9') idEnd += 1;
  if (idEnd === idStart || (isBraced && text[idEnd] !== '}')) return undefined;
  return { id: text.slice(idStart, idEnd), idStart, idEnd, end: isBraced ? idEnd + 1 : idEnd };
}

/**
 * Reads `$1` and `${1}` of the numbered form, given what stands behind the `$`. An amount whose number is that of a step, such
 * as `$1.50` or `$1 USD`, has two readings and becomes a reference that no plan knows; any other amount stays text, and so does
 * a number that no step can have.
 */
export function readDollarNumber(
  text: string,
  number: DollarNumber,
  { ids, maxSteps }: { ids: ReadonlySet<string>; maxSteps: number },
): RewrittenReference | undefined {
  const { id, idStart, idEnd, end } = number;
  if (end > idEnd) return { end, text: `#{${id}}` };
  const isAmount = isAmountAt(text, idStart - 1, idEnd);
  if (!ids.has(id) && (isAmount || Number(id) > maxSteps)) return undefined;
  if (!isAmount) return rewriteWithPath(text, idStart, idEnd);
  const decimals = decimalsBehind.exec(text.slice(idEnd, idEnd + 20))?.[0] ?? '';
  return { end: idEnd + decimals.length, text: `#{$${id}${decimals}}` };
}

const decimalsBehind = /^(?:\.\d+|,\d{3}(?!\d))/;
const unitBehind =
  /^(?:[kmb]|(?:bn|mn)|[ -]?(?:USD|US|EUR|GBP|CAD|AUD|dollars?|bucks?|cents?|thousand|million|billion|trillion)|\/(?:month|mo|year|yr|week|day|hour|hr|h|user|seat|unit|kg|lb))(?![\p{L}\p{N}_])/iu;
const currencyBefore = /(?:(?:^|[^\p{L}\p{N}_])(?:US|CA|AU|NZ|HK|SG|MX|[ACSR])|USD )$/u;
const paymentBefore =
  /(?:^|[^\p{L}])(?:costs?|costing|priced at|pays?|paid|paying|spends?|spent|spending|worth|charges?|charged|earns?|earned|owes?|owed|(?:budget|fee|fine|tip|refund|discount) of)(?: (?:about|around|over|under|only|just|nearly|roughly|at least|at most|up to|less than|more than))? $/iu;

/** True where the words around a number behind a `$` make it an amount of money: `$1.50`, `$5 million`, `US$5`, `costs $5`. */
export function isAmountAt(text: string, dollar: number, end: number): boolean {
  const before = text.slice(Math.max(0, dollar - 40), dollar);
  const behind = text.slice(end, end + 20);
  return (
    decimalsBehind.test(behind) ||
    unitBehind.test(behind) ||
    currencyBefore.test(before) ||
    paymentBefore.test(before)
  );
}
