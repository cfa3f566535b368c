import { textAt } from './body-parts.ts';
import { refuse } from './refusal.ts';
import type { Turn } from './turn.ts';

/** Every use of a tool has exactly one result, in the next turn and before any text of it. @throws Refusal */
export function checkPairs(turns: readonly Turn[]): void {
  const seen = new Set<string>();
  for (const [index, turn] of turns.entries()) {
    const uses = idsOf(turn, 'tool_use', 'id');
    for (const id of uses) {
      if (seen.has(id)) refuse('messages: `tool_use` ids must be unique');
      seen.add(id);
    }
    const results = idsOf(turn, 'tool_result', 'tool_use_id');
    const before = index === 0 ? [] : idsOf(turns[index - 1]!, 'tool_use', 'id');
    const stray = results.find((id) => !before.includes(id));
    if (stray !== undefined) {
      refuse(
        `messages.${index}: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${stray}. Each \`tool_result\` block must have a corresponding \`tool_use\` block in the previous message.`,
      );
    }
    const first = turn.blocks.slice(0, results.length);
    const missing = before.filter((id) => !results.includes(id));
    if (missing.length > 0 || first.some(({ block }) => block.type !== 'tool_result')) {
      const named = missing.length > 0 ? missing : before;
      refuse(
        `messages.${index}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${named.join(', ')}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`,
      );
    }
    if (new Set(results).size < results.length) {
      refuse(`messages.${index}: each tool_use must have a single result. Found multiple results.`);
    }
  }
}

function idsOf(turn: Turn, type: string, field: string): string[] {
  return turn.blocks
    .filter(({ block }) => block.type === type)
    .map(({ block, place }) => textAt(block[field], `${place}.${field}`));
}
