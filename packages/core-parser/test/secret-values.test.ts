import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maskSecretValues, redactArguments } from '../src/index.ts';

describe('SEC-008: maskSecretValues', () => {
  it.each([
    ['https://a.test/x?api_key=S3CR3T&q=1', 'https://a.test/x?api_key=[redacted]&q=1'],
    ['redis://bob:S3CR3T@cache:6379', 'redis://[redacted]@cache:6379'],
    [
      'curl -H "Authorization: Bearer S3CR3T" https://a.test',
      'curl -H "Authorization: [redacted]" https://a.test',
    ],
    ["curl -H 'X-Api-Key: S3CR3T'", "curl -H 'X-Api-Key: [redacted]'"],
    ['curl -u bob:S3CR3T a.test', 'curl -u bob:[redacted] a.test'],
    ['mysql --password S3CR3T -h db', 'mysql --password [redacted] -h db'],
    ['mysql --password=S3CR3T', 'mysql --password=[redacted]'],
    ['DB_PASSWORD="S3CR3T s3cr3t" run', 'DB_PASSWORD="[redacted]" run'],
    ['{"password": "S3CR3T", "a": 1}', '{"password": "[redacted]", "a": 1}'],
    ['{\\"pin\\": \\"S3CR3T\\"}', '{\\"pin\\": \\"[redacted]\\"}'],
    ['secrets: ["S3CR3T", "S3CR3T"] and on', 'secrets: [redacted] and on'],
    ['Cookie: a=S3CR3T; b=S3CR3T\nnext', 'Cookie: [redacted]\nnext'],
    ['{"password": "S3CR\\"3T", "a": 1} and on', '{"password": "[redacted]", "a": 1} and on'],
    ['DB_PASSWORD   = S3CR3T', 'DB_PASSWORD   = [redacted]'],
    ['API key: S3CR3T', 'API key: [redacted]'],
    ['https://a.test/x?q=1&key=S3CR3T', 'https://a.test/x?q=1&key=[redacted]'],
    ['with bearer S3CR3T', 'with bearer [redacted]'],
    ['key sk-proj-S3CR3T0123456789', 'key [redacted]'],
    ['key sk-S3CR3T0123456789.S3CR3T', 'key [redacted]'],
    [
      '-----BEGIN PRIVATE KEY-----\nS3CR3T\n-----END PRIVATE KEY-----',
      '-----BEGIN PRIVATE KEY-----[redacted]-----END PRIVATE KEY-----',
    ],
  ])('%s', (text, masked) => {
    expect(maskSecretValues(text)).toBe(masked);
    expect(maskSecretValues(masked)).toBe(masked);
  });

  it.each([
    'a basic account is needed',
    'the bearer token has expired',
    'Unexpected token } in JSON',
    'risk-free rate 4 %',
    'GET https://api.test/v1/users?page=2&mail=a@b.c',
    'max_tokens=5, author: Ann, compass=north',
    'password is required',
    '',
  ])('and other text stays: %s', (text) => {
    expect(maskSecretValues(text)).toBe(text);
  });

  it('takes time in proportion to the text, whatever it repeats', () => {
    for (const part of ['password=', '--', 'bearer ', '://a', '-u a', 'pin: {', '\\"', 'x.']) {
      expect(maskSecretValues(part.repeat(200_000)).length).toBeGreaterThan(0);
    }
  });

  it('masks once and for all', () => {
    const pieces = ['password', 'pin', '=', ': ', '"', "'", '\\', 'abc', ' ', '[', '}', '://', '@'];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces)), (list) => {
        const masked = maskSecretValues(list.join(''));
        expect(maskSecretValues(masked)).toBe(masked);
      }),
    );
  });
});

describe('SEC-008: redactArguments', () => {
  it('hides the values of secret and of named arguments at any depth, and credentials in texts', () => {
    const args = { user: 'bob', pass: 'x', a: [{ 'Card-No': 4711, url: '?token=x' }], note: 'n' };
    expect(redactArguments(args, ['NOTE'])).toEqual({
      user: 'bob',
      pass: '[redacted]',
      a: [{ 'Card-No': '[redacted]', url: '?token=[redacted]' }],
      note: '[redacted]',
    });
    expect(args.pass).toBe('x');
  });
});
