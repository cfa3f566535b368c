import { checkFloor, type MeasuredTable, type Measurement } from '../measurement.ts';
import { type JudgedPeerCase, judgePeerCase } from './judge-peer-case.ts';
import type { PeerCase } from './peer-case.ts';
import { reasons } from './peer-reasons.ts';

/** Reads the test cases of other readers and counts where we agree, where we differ and why, and where we are wrong. */
export function measurePeerCases(cases: readonly PeerCase[]): Omit<Measurement, 'title'> {
  const judged = cases.map(judgePeerCase);
  const wrong = judged.filter(({ verdict }) => verdict === 'wrong');
  return {
    tables: [
      suiteTable(judged),
      reasonTable(judged),
      ...(wrong.length === 0 ? [] : [{ title: 'Wrong', rows: wrong.map(wrongRow) }]),
    ],
    floors: [checkFloor('cases of other readers that we read wrongly', wrong.length, 'at most', 0)],
    remarks: [],
  };
}

function suiteTable(judged: readonly JudgedPeerCase[]): MeasuredTable {
  const suites = [...new Set(judged.map(({ peerCase }) => peerCase.suite))].sort();
  const rows = suites.map((suite) =>
    suiteRow(
      suite,
      judged.filter(({ peerCase }) => peerCase.suite === suite),
    ),
  );
  return { title: 'Cases of other readers', rows: [...rows, suiteRow('all', judged)] };
}

function suiteRow(suite: string, judged: readonly JudgedPeerCase[]) {
  const count = (verdict: JudgedPeerCase['verdict']) =>
    judged.filter((one) => one.verdict === verdict).length;
  return {
    suite,
    cases: judged.length,
    agree: count('agrees'),
    'differ deliberately': count('differs'),
    wrong: count('wrong'),
  };
}

function reasonTable(judged: readonly JudgedPeerCase[]): MeasuredTable {
  const rows = reasons.map(({ name, why }) => ({
    reason: name,
    cases: judged.filter(({ reason }) => reason === name).length,
    why,
  }));
  return { title: 'Why we differ', rows: rows.filter(({ cases }) => cases > 0) };
}

function wrongRow({ peerCase, read }: JudgedPeerCase) {
  return {
    suite: peerCase.suite,
    test: `${peerCase.test} ${peerCase.case}`,
    input: shorten(JSON.stringify(peerCase.input)),
    expected: shorten(peerCase.raises ?? JSON.stringify(peerCase.expect)),
    read: shorten(read),
  };
}

function shorten(text: string): string {
  return text.length > 90 ? `${text.slice(0, 89)}…` : text;
}
