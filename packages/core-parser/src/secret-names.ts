/** How names of secrets end, in lower case without separators, so that `openai_api_key` and `userPassword` are found too. */
const secretEndings: readonly string[] = [
  ...['password', 'passwd', 'pwd', 'passphrase', 'passcode', 'passwordconfirmation'],
  ...['secret', 'credential', 'authorization', 'cookie', 'jwt', 'otp', 'cvv', 'cvc'],
  ...['accesstoken', 'refreshtoken', 'authtoken', 'sessiontoken', 'bearertoken', 'apitoken'],
  ...['apikey', 'accesskey', 'secretkey', 'privatekey', 'signingkey', 'encryptionkey'],
  ...['authkey', 'sharedkey', 'masterkey', 'servicekey', 'accountkey', 'sshkey'],
  ...['sessid', 'sessionkey', 'mnemonic', 'seedphrase', 'recoveryphrase', 'secretphrase'],
  ...['mfacode', 'otpcode', 'pincode', 'securitycode', 'verificationcode', 'recoverycode'],
  ...['cardnumber', 'cardno', 'socialsecuritynumber'],
  ...['connectionstring', 'connstring', 'userpass', 'dbpass'],
];

/** Words that name a secret where they stand alone at the end, and nothing as the end of a longer word: not `compass`. */
const secretWords = /(?:^|[^\p{L}\p{N}])(?:pass|auth|oauth|bearer|pin|ssn|iban|dsn)$/u;

/** Tokens that say where to go on in a list or a text. Every other `…token` is taken for a secret. */
const harmlessTokens =
  /(?:page|next|prev|previous|continuation|sync|stop|eos|bos|pad|max|min)token$/;

const maxNameChars = 200;

/**
 * True for the name of an argument, a header or a field whose value belongs in no text that people or models read. The
 * end of the name decides, without regard to case, separators, a plural `s` and a number behind it: `openai_api_key`,
 * `userPassword` and `stripe-secret-key` are secret; `token_count`, `max_tokens` and `keyboard` are not.
 */
export function isSecretName(name: string): boolean {
  const written = name.slice(-maxNameChars).replace(/(?<!\p{N})\p{N}{1,3}$/u, '');
  const words = written.replace(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})/gu, '_').toLowerCase();
  const plain = words.replace(/[^\p{L}\p{N}]/gu, '').replace(/(?<!\p{N})\p{N}{1,3}$/u, '');
  // In the plural tokens are mostly counted, so only the singular is a secret whatever stands before it.
  if (plain.endsWith('token')) return !harmlessTokens.test(plain);
  const singular = plain.endsWith('s') ? plain.slice(0, -1) : plain;
  return secretWords.test(words) || secretEndings.some((ending) => singular.endsWith(ending));
}
