import { styleText } from 'node:util';
import type { CheckedClaim } from './claim.ts';
import type { LabReport } from './run-lab.ts';

export type Screen = {
  /** Show what every claim was read from, not only the failed ones. */
  readonly verbose: boolean;
  readonly colour: boolean;
};

/** The report as a person reads it: every claim with its verdict and its basis, and how many hold. */
export function renderReport(report: LabReport, screen: Screen): string {
  const widthOfClaims = Math.max(0, ...report.claims.map(({ claim }) => claim.length));
  const sections = Map.groupBy(report.claims, ({ id }) => id.split('.')[0]!);
  const texts = [...sections].map(([number, claims]) => {
    const title = `${number.padStart(2)} ${claims[0]!.experiment}`;
    const lines = claims.map((claim) => renderClaim(claim, widthOfClaims, screen));
    return [paint(title, 'bold', screen), ...lines, ''].join('\n');
  });
  return [...texts, `${report.passed} of ${report.total} claims hold`].join('\n');
}

function renderClaim(checked: CheckedClaim, width: number, screen: Screen): string {
  const { id, claim, basis, holds, observed } = checked;
  const verdict = holds
    ? paint('ok    ', 'green', screen)
    : paint('FAILED', ['bold', 'red'], screen);
  const source = basis.kind === 'stated' ? `“${basis.words}”` : "inferred from the step's title";
  const line = `   ${verdict} ${id.padEnd(4)} ${claim.padEnd(width)}  ${paint(source, 'dim', screen)}`;
  if (holds && !screen.verbose) return line;
  return `${line}\n               observed: ${JSON.stringify(observed)}`;
}

function paint(text: string, style: Parameters<typeof styleText>[0], { colour }: Screen): string {
  return colour ? styleText(style, text, { validateStream: false }) : text;
}
