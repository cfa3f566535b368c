import { act } from './act.ts';
import { boundedIo } from './bounded-io.ts';
import { checkAnswer } from './check-answer.ts';
import { stop } from './ended.ts';
import { judge } from './judge.ts';
import type { Run } from './run.ts';
import { flag, type RunState } from './run-state.ts';
import { think } from './think.ts';
import { untilLeft } from './until-left.ts';

/** Makes the interface of a run. */
export function createRun(state: RunState): Run {
  const { session, spec, gate } = state;
  return {
    task: spec.task,
    tools: spec.tools,
    get steps() {
      return state.steps;
    },
    get effects() {
      return session.ledger.effects;
    },
    think: (request, role) => gate.pass('run.think', () => think(state, request, role)),
    act: (calls) => gate.pass('run.act', () => act(state, calls)),
    judge: (turn) => gate.pass('run.judge', () => judge(state, turn)),
    progress: (progress) => void Object.assign(state.progress, progress),
    flag: (code, text, data) => {
      if (!state.isOver) flag(state, code, text, data);
    },
    note: (name, data) => {
      if (!state.isOver) session.log.emit(state.path, { type: 'note', name, data });
    },
    io: (name, run) =>
      gate.pass('run.io', async () => {
        const key = `${state.path}io:${state.ioCalls++}:${name}`;
        const outcome = await session.runtime.step({ key, run: () => boundedIo(state, name, run) });
        session.log.emit(state.path, { type: 'io', key, value: outcome });
        if (outcome.ok) return outcome.value as Awaited<ReturnType<typeof run>>;
        if (outcome.aborted) throw stop('aborted', outcome.message);
        throw Object.assign(new Error(outcome.message), { name: outcome.type });
      }),
    checkAnswer: (answer) =>
      gate.pass('run.checkAnswer', async () => {
        const check = () => checkAnswer(spec, answer, session.signal);
        return (await untilLeft(state, check)) ?? { ok: true, value: answer };
      }),
  };
}
