export { openNewFile } from './open-new-file.ts';
export { createProgress } from './progress.ts';
export { headline, paint, type Row, renderRows, type Screen } from './rows.ts';
export { openTrace, type Trace } from './trace.ts';
