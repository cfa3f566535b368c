// Reads the contract tables of docs/contracts.md and compares them with test titles.

const ROW = /^\| ([PTRLFWNOEJ]\d+) *\|(.*)\|$/;
const END_ROW = /^\| `(\w+)` *\| *(\w+) *\|/;
// An id as a whole word. Not part of a case id such as LOOP-012, and not a plan reference such as #E1.
const CONTRACT_ID = /(?<![\w#-])[PTRLFWNOEJ]\d+(?![\w-])/g;

/** Gives `{contracts: [{id, statement, package, delivered}], problems}`. */
export function readContracts(markdown) {
  const contracts = [];
  const problems = [];
  for (const [index, line] of markdown.split('\n').entries()) {
    const match = ROW.exec(line);
    if (!match) continue;
    const [statement, packageName, delivered, ...rest] = match[2]
      .split('|')
      .map((cell) => cell.trim());
    const where = `docs/contracts.md:${index + 1}: ${match[1]}`;
    if (rest.length > 0 || (delivered !== 'yes' && delivered !== 'no')) {
      problems.push(
        `${where} must have the cells id, statement, package, and delivered as yes or no.`,
      );
    } else if (contracts.some((contract) => contract.id === match[1])) {
      problems.push(`${where} stands in the tables twice.`);
    } else {
      contracts.push({
        id: match[1],
        statement,
        package: packageName,
        delivered: delivered === 'yes',
      });
    }
  }
  return { contracts, problems };
}

export function contractIdsIn(title) {
  return title.match(CONTRACT_ID) ?? [];
}

/** Gives one sentence for every delivered contract without a test and every unknown id in a title. */
export function findContractProblems(contracts, titles) {
  const known = new Set(contracts.map((contract) => contract.id));
  const tested = new Set();
  const problems = [];
  for (const { title, isTest, skipped, file, line } of titles) {
    for (const id of contractIdsIn(title)) {
      if (!known.has(id)) {
        problems.push(`${file}:${line}: the title names ${id}, which is not in docs/contracts.md.`);
      } else if (isTest && !skipped) {
        tested.add(id);
      }
    }
  }
  for (const { id, package: packageName, delivered } of contracts) {
    if (delivered && !tested.has(id)) {
      problems.push(
        `docs/contracts.md: ${id} (${packageName}) is marked delivered, but no test title names it.`,
      );
    }
  }
  return problems;
}

/** The table of ends in the Markdown must be the one in the code: every stop reason with its status. */
export function findEndProblems(markdown, ends) {
  const documented = new Map();
  for (const line of markdown.split('\n')) {
    const match = END_ROW.exec(line);
    if (match) documented.set(match[1], match[2]);
  }
  const problems = [];
  for (const reason of new Set([...Object.keys(ends), ...documented.keys()])) {
    const [inCode, inDocs] = [ends[reason] ?? 'missing', documented.get(reason) ?? 'missing'];
    if (inCode !== inDocs) {
      problems.push(
        `docs/contracts.md: the end ${reason} is ${inDocs} here and ${inCode} in agent-run.`,
      );
    }
  }
  return problems;
}
