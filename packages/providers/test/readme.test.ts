import { readFileSync } from 'node:fs';
import { modelErrorKinds } from '@loopwright/agent-run';
import { describe, expect, it } from 'vitest';
import * as aiSdk from '../src/ai-sdk.ts';
import * as anthropic from '../src/anthropic.ts';
import * as root from '../src/index.ts';
import * as openai from '../src/openai.ts';
import * as scripted from '../src/scripted.ts';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
const exported = [root, openai, anthropic, aiSdk, scripted].flatMap((entry) => Object.keys(entry));

describe('the README', () => {
  it.each(exported)('names the export %s', (name) => {
    expect(readme).toMatch(new RegExp(`\`${name}[\`(]`));
  });

  it.each(modelErrorKinds)('says what an error of kind %s is', (kind) => {
    expect(readme).toContain(`\n| \`${kind}\` | `);
  });
});
