// Who may do what. Nothing here reads a word that the model wrote but the arguments of the call, and nothing that a
// document says: the user comes from the application, the rules from this file.
import { documents, levels, recipients } from './archive.mjs';

const rank = (level) => levels.indexOf(level);
const allowed = { allowed: true };
const denied = (reason) => ({ allowed: false, reason });

/** True when the user may know the document: cleared for its level, and it is the user's business. */
export function mayRead(user, document) {
  return (
    rank(document.level) === 0 ||
    (rank(user.level) >= rank(document.level) && user.topics.includes(document.topic))
  );
}

/**
 * The rule for one session of one user. What the session has read stands in its audit log, so that a process which takes
 * the session over knows it, too: from then on it may be in any text that the model writes, and nothing may go to somebody
 * who may not know as much.
 */
export function createAccessRule(user, log) {
  const rules = {
    list_documents: () => allowed,
    read_document({ id }) {
      const document = documents.find((each) => each.id === id);
      // Whether a document exists is part of what only those may know who may read it.
      return document && mayRead(user, document)
        ? allowed
        : denied('no such document for this user');
    },
    send_message({ to }) {
      const level = recipients.get(to);
      if (level === undefined) return denied('this address is not on the list');
      const highest = highestRead(log);
      if (rank(level) >= highest) return allowed;
      return denied(`this session has read ${levels[highest]} documents`);
    },
  };
  return ({ tool, args }) => rules[tool.name]?.(args) ?? denied('there is no rule for this tool');
}

function highestRead({ lines }) {
  const read = lines
    .filter(({ event }) => event.tool === 'read_document' && event.allowed)
    .map(({ event }) => documents.find(({ id }) => id === event.args.id));
  return Math.max(0, ...read.map(({ level }) => rank(level)));
}
