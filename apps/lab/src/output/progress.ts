type Terminal = { readonly isTTY?: boolean; write(text: string): unknown };

/**
 * One line that is written over and over, for whoever waits; nothing where there is no terminal, so that logs stay
 * readable. With `waitingFor` it also counts the seconds and the characters that have arrived since the last step.
 */
export function createProgress(terminal: Terminal, waitingFor: string | undefined) {
  let line = '';
  let startedAt = Date.now();
  let characters = 0;
  const draw = (text: string) => {
    if (terminal.isTTY) terminal.write(`\r\u001b[2K${text}`);
  };
  const drawWaiting = () => {
    const seconds = Math.floor((Date.now() - startedAt) / 1_000);
    const arrived = characters === 0 ? '' : `, ${characters} characters`;
    draw(`${line} · waiting for ${waitingFor}: ${seconds} s${arrived}`);
  };
  const timer = waitingFor && terminal.isTTY ? setInterval(drawWaiting, 500) : undefined;
  return {
    show(text: string): void {
      line = text;
      startedAt = Date.now();
      characters = 0;
      if (waitingFor) drawWaiting();
      else draw(text);
    },
    arrived(text: string): void {
      characters += text.length;
    },
    /** Takes the line away, and stops. */
    end(): void {
      clearInterval(timer);
      draw('');
    },
  };
}
