// Who may do what. Nothing here reads a word that the model wrote but the arguments of the call, and nothing that a
// document says: the user comes from the application, the rules from this file.
import { documents, levels, recipients } from './archive.mjs';

const rank = (level) => levels.indexOf(level);
const allowed = { allowed: true };
const denied = (reason) => ({ allowed: false, reason });

/** True when somebody may know the document: cleared for its level, and it is their business. */
export function mayKnow(person, document) {
  return (
    rank(document.level) === 0 ||
    (rank(person.level) >= rank(document.level) && person.topics.includes(document.topic))
  );
}

/**
 * The rule for one session of one user. What the session has seen stands in its audit log, which a process that takes the
 * session over must load: it may be in any text that the model writes from then on, so a message goes only to somebody who
 * may know all of it.
 */
export function createAccessRule(user, log) {
  const rules = new Map([
    ['list_documents', () => allowed],
    [
      'read_document',
      ({ id }) => {
        const document = documents.find((each) => each.id === id);
        // Whether a document exists is part of what only those may know who may read it.
        if (document && mayKnow(user, document)) return allowed;
        return denied('no such document for this user');
      },
    ],
    [
      'send_message',
      ({ to }) => {
        const recipient = recipients.get(to);
        if (!recipient) return denied('this address is not on the list');
        if (seenBy(user, log).every((document) => mayKnow(recipient, document))) return allowed;
        return denied('this session has seen what the recipient may not know');
      },
    ],
  ]);
  return ({ tool, args }) =>
    rules.get(tool.name)?.(args) ?? denied('there is no rule for this tool');
}

/** What the session has seen: what it read, and the names of all that was listed. */
function seenBy(user, { lines }) {
  const events = lines.map(({ event }) => event).filter(({ allowed: wasAllowed }) => wasAllowed);
  const ids = events.filter(({ tool }) => tool === 'read_document').map(({ args }) => args.id);
  const hasListed = events.some(({ tool }) => tool === 'list_documents');
  return documents.filter(
    (document) => ids.includes(document.id) || (hasListed && mayKnow(user, document)),
  );
}
