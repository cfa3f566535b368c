import { useEffect, useState } from 'preact/hooks';
import { showCount } from '../view-model/quantities.ts';

/** Events in a second at speed 1. */
const eventsPerSecond = 4;
const speeds = [0.5, 1, 2, 4, 16, 64];

type ReplayBarProps = {
  /** Events that are shown. */
  position: number;
  all: number;
  /** Undefined shows all events, those that are still to come as well. */
  onPosition: (position: number | undefined) => void;
};

/** Shows the run as it stood after any of its events, or as it went. */
export function ReplayBar({ position, all, onPosition }: ReplayBarProps) {
  const [isPlaying, setPlaying] = useState(false);
  const [speed, setSpeed] = useState(1);
  useEffect(() => {
    if (!isPlaying) return undefined;
    const perSecond = eventsPerSecond * speed;
    // Beyond sixteen drawings in a second several events come with each.
    const stride = Math.max(1, Math.round(perSecond / 16));
    const timer = setTimeout(
      () => {
        const next = position + stride;
        if (next >= all) setPlaying(false);
        onPosition(next >= all ? undefined : next);
      },
      (1000 * stride) / perSecond,
    );
    return () => clearTimeout(timer);
  }, [isPlaying, speed, position, all, onPosition]);

  const play = () => {
    if (!isPlaying && position >= all) onPosition(1);
    setPlaying(!isPlaying);
  };
  return (
    <fieldset class="replay">
      <legend class="visually-hidden">Replay</legend>
      <button type="button" onClick={play} disabled={all < 2}>
        {isPlaying ? '‖ Pause' : '▶ Replay'}
      </button>
      <input
        type="range"
        aria-label="Event"
        min={1}
        max={Math.max(1, all)}
        value={position}
        aria-valuetext={`event ${position} of ${all}`}
        onInput={(event) => {
          const next = event.currentTarget.valueAsNumber;
          onPosition(next >= all ? undefined : next);
        }}
      />
      <span class="number">
        event {showCount(position)} of {showCount(all)}
      </span>
      <label>
        <span class="visually-hidden">Speed</span>
        <select value={speed} onChange={(event) => setSpeed(Number(event.currentTarget.value))}>
          {speeds.map((each) => (
            <option key={each} value={each}>
              {each}×
            </option>
          ))}
        </select>
      </label>
    </fieldset>
  );
}
