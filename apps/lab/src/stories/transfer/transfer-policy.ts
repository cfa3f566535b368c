/** What the agent is asked to do. */
export const transferTask =
  'Transfer 250 EUR to Ada, then set up an automatic payment of 30 EUR a month to her.';

/** Plays the agent by rules that read what was observed. Like a model, it asks once more for a call that failed. */
export function transferPolicy(scratchpad: string): string {
  const [, ...observed] = scratchpad.split(/^Observation: /m);
  const [transfer, second, third] = observed;
  if (transfer === undefined) {
    return call('First the transfer.', 'transfer', { to: 'Ada', eur: 250 });
  }
  if (isFailure(transfer) && second === undefined) {
    const thought = 'I cannot tell whether the money is on its way. I ask for the transfer again.';
    return call(thought, 'transfer', { to: 'Ada', eur: 250 });
  }
  if (isFailure(transfer)) {
    return call('I will not claim what I do not know.', 'give_up', {
      partial_answer:
        'The transfer of 250 EUR to Ada may have been made or not, and the automatic payment is not set up',
      reason:
        'Only the bank can say whether the transfer was made: ask it before anybody pays again',
    });
  }
  if (second === undefined) {
    const thought = 'The transfer is made. Now the automatic payment.';
    return call(thought, 'set_up_auto_payment', { to: 'Ada', eur: 30 });
  }
  if (isFailure(second) || third !== undefined) {
    return call('The automatic payment failed.', 'give_up', {
      partial_answer: 'The transfer of 250 EUR to Ada was made',
      reason: 'The automatic payment could not be set up',
    });
  }
  return 'Thought: Both are done.\nFinal Answer: 250 EUR were transferred to Ada, and 30 EUR a month will follow.';
}

function isFailure(observation: string): boolean {
  return observation.startsWith('ERROR[');
}

function call(thought: string, tool: string, args: object): string {
  return `Thought: ${thought}\nAction: ${tool}\nAction Input: ${JSON.stringify(args)}`;
}
