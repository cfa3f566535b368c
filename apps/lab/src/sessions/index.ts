export { leaveOnSignals } from './leave-on-signals.ts';
export { openSessions, type SessionReport, type Sessions } from './open-sessions.ts';
export { openStoreNamed } from './open-store-named.ts';
export { readSessionOptions, type SessionOptions } from './session-options.ts';
export { isSessionRefused, sessionRefused } from './session-refused.ts';
