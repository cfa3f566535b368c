const openWords = ['best', 'optimal', 'all', 'every', 'everything', 'perfect', 'most', 'ideal'];

/**
 * Finds out whether a task has no end of its own, like "find the best option" (R16), and suggests one that has.
 * By English words only; undefined when it finds none of them.
 */
export function openEndedTask(task: string): { word: string; suggestion: string } | undefined {
  const words = task.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  const word = openWords.find((each) => words.includes(each));
  if (word === undefined) return undefined;
  return {
    word,
    suggestion: `"${word}" names no end: say how many or how good is enough ("find three options"), or give a goal check`,
  };
}
