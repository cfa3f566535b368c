import assert from 'node:assert/strict';
import { test } from 'node:test';
import { promisedOutput } from '../lib/one-package-examples.mjs';

test('the comment at the end of an example is what it prints', () => {
  const program =
    "// Output:\nconsole.log('// Output:');\n\n// Output:\n// one\n//\n//  two // three\n";
  assert.equal(promisedOutput(program), 'one\n\n two // three\n');
});

test('an example without such a comment prints nothing', () => {
  assert.equal(promisedOutput("console.log('hello');\n"), '');
});
