import { useEffect, useState } from 'preact/hooks';
import { useMedia } from './use-media.ts';

/** Light or dark; as the system has it until somebody chooses. */
export function ThemeSwitch() {
  const isSystemDark = useMedia('(prefers-color-scheme: dark)');
  const [chosen, setChosen] = useState<'light' | 'dark'>();
  const shown = chosen ?? (isSystemDark ? 'dark' : 'light');
  useEffect(() => {
    if (chosen !== undefined) document.documentElement.dataset.theme = chosen;
  }, [chosen]);
  return (
    <button type="button" onClick={() => setChosen(shown === 'dark' ? 'light' : 'dark')}>
      {shown === 'dark' ? '☀ Light' : '☾ Dark'}
    </button>
  );
}
