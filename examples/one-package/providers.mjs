// Tests an agent of your own without a network: the replies are prepared, and what it asked is remembered.
import { scriptedModel } from '@loopwright/providers/scripted';

const options = { signal: new AbortController().signal, onDelta: () => {} };
const answer = async (model, question) => {
  const messages = [{ role: 'user', blocks: [question] }];
  const { text } = await model.generate({ system: 'Be brief.', messages }, options);
  return text.startsWith('I do not know') ? answer(model, `${question} Guess.`) : text;
};

const model = scriptedModel(['I do not know.', 'About 4 m.']);
console.log(await answer(model, 'How high is the tide?'));
console.log(model.requests.map(({ messages }) => messages[0].blocks[0]));
model.assertComplete();

// Output:
// About 4 m.
// [ 'How high is the tide?', 'How high is the tide? Guess.' ]
