import { describe, expect, it } from 'vitest';
import { isSecretName } from '../src/index.ts';

describe('isSecretName', () => {
  it.each([
    ...['password', 'userPassword', 'db_password', 'PWD', 'passwd', 'new-password', 'password2'],
    ...['apiKey', 'API_KEY', 'x-api-key', 'openai_api_key', 'api_keys', 'stripe-secret-key'],
    ...['token', 'accessToken', 'refresh_token', 'access_tokens', 'github.token', 'csrf token'],
    ...['Authorization', 'proxy-authorization', 'Cookie', 'set-cookie', 'credentials', 'secrets'],
    ...['client_secret', 'private_key', 'privateKey', 'pass', 'smtpPass', 'auth', 'Bearer', 'PIN'],
    ...['session_key', 'PHPSESSID', 'user_pin', 'pin2', 'ssn', 'mfa_code', 'card_number', 'iban'],
    ...['connection_string', 'sentryDsn', 'mnemonic', 'seed_phrase'],
  ])('takes %j for the name of a secret', (name) => {
    expect(isSecretName(name)).toBe(true);
  });

  it.each([
    ...['token_count', 'max_tokens', 'tokens', 'maxToken', 'nextPageToken', 'continuation_token'],
    ...['keyboard', 'key', 'primary_key', 'keys', 'monkey', 'passenger', 'password_length'],
    ...['compass', 'bypass', 'spin', 'pins', 'taliban', 'passes', 'authorId', 'pass_count'],
    ...['secretary', 'cookie_policy', 'author', 'author_id', 'sessionId', '', '_', '42'],
  ])('does not take %j for the name of a secret', (name) => {
    expect(isSecretName(name)).toBe(false);
  });

  it('reads only the end of a very long name', () => {
    expect(isSecretName(`${'1'.repeat(1_000_000)}_password`)).toBe(true);
    expect(isSecretName('1'.repeat(1_000_000))).toBe(false);
  });
});
