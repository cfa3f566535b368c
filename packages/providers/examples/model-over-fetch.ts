import type { Model } from '@loopwright/agent-run';

type Completion = { choices: { message: { content: string | null }; finish_reason: string }[] };

/** A model behind any server that speaks OpenAI's chat completions, such as `http://localhost:8000/v1`. */
export function modelOverFetch(baseUrl: string, id: string, apiKey = ''): Model {
  return {
    id,
    async generate({ system, messages, stop, temperature }, { signal }) {
      const turns = messages.map((message) =>
        message.role === 'user'
          ? { role: 'user', content: message.blocks.join('') }
          : { role: 'assistant', content: message.text },
      );
      const response = await fetch(`${baseUrl}/chat/completions`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${apiKey}` },
        body: JSON.stringify({
          model: id,
          messages: [{ role: 'system', content: system }, ...turns],
          stop,
          temperature,
        }),
        signal,
      });
      if (!response.ok) {
        // By the status the run tells whether another attempt may help.
        const { status } = response;
        throw Object.assign(new Error(`The server answered ${status}`), { status });
      }
      const { choices } = (await response.json()) as Completion;
      const finish = choices[0]?.finish_reason === 'length' ? 'length' : 'stop';
      return { text: choices[0]?.message.content ?? '', finish };
    },
  };
}
