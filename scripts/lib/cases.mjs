// Compares public cases with the tests that name them.

/** The kinds of a case: its input is one thing with a kind, or a list of them. */
export function kindsOf(testCase) {
  const inputs = Array.isArray(testCase.input) ? testCase.input : [testCase.input];
  return [...new Set(inputs.map((input) => input.kind))];
}

/**
 * `tests` are `{title, passed}`. A case is `held` when at least one test names its id and all that do have passed,
 * `failing` when one of them has not, `missing` when none names it. `anyOf` marks cases that leave a choice.
 */
export function judgeCases(cases, tests) {
  return cases.map((testCase) => {
    const naming = tests.filter(({ title }) => namesCase(title, testCase.id));
    const verdict =
      naming.length === 0 ? 'missing' : naming.every(({ passed }) => passed) ? 'held' : 'failing';
    return {
      id: testCase.id,
      kind: kindsOf(testCase).join('+'),
      verdict,
      anyOf: hasAnyOf(testCase.expected),
      tests: naming.map(({ title }) => title),
    };
  });
}

/** As a whole word: PARSE-01 does not name PARSE-012. */
function namesCase(title, id) {
  for (let at = title.indexOf(id); at !== -1; at = title.indexOf(id, at + 1)) {
    const before = title[at - 1] ?? ' ';
    const after = title[at + id.length] ?? ' ';
    if (!/[\w-]/.test(before) && !/\w/.test(after)) return true;
  }
  return false;
}

function hasAnyOf(expected) {
  if (expected === null || typeof expected !== 'object') return false;
  return 'any_of' in expected || Object.values(expected).some(hasAnyOf);
}
