import { useMemo } from 'preact/hooks';
import { visibleText } from '../../src/story/visible-text.ts';
import { layoutPlan, nodeSize, type PlanLayout } from '../view-model/plan-layout.ts';
import type { NodeState, PlanNode } from '../view-model/plan-types.ts';
import { memo } from './memo.tsx';

const icons: Record<NodeState, string> = {
  pending: '○',
  running: '▶',
  done: '✓',
  failed: '✕',
  blocked: '⊘',
  skipped: '–',
};

/** Wider plans run from left to right, where that makes them narrower. */
const comfortableWidth = 860;

/** Nodes are HTML, so that their text is never scaled; only the edges are drawn. */
export const PlanGraph = memo(
  ({ nodes, onOpen }: { nodes: readonly PlanNode[]; onOpen: (id: string) => void }) => {
    // Only what the places depend on: while a run goes on its nodes change their states much more often.
    const shape = JSON.stringify(nodes.map(({ id, dependsOn }) => [id, dependsOn]));
    const layout = useMemo(() => layoutPlan(nodes, comfortableWidth), [shape]);
    const { width, height, places } = layout;
    return (
      // biome-ignore lint/a11y/useSemanticElements: a fieldset is as wide as its contents and would not scroll
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
      <div class="graph" role="group" aria-label="Plan graph" tabIndex={0}>
        <div style={{ width: `${width}px`, height: `${height}px`, position: 'relative' }}>
          <Edges layout={layout} />
          {nodes.map((node) => {
            const { x, y } = places.get(node.id)!;
            return <Node key={node.id} node={node} x={x} y={y} onOpen={onOpen} />;
          })}
        </div>
      </div>
    );
  },
);

type NodeProps = { node: PlanNode; x: number; y: number; onOpen: (id: string) => void };

function Node({ node, x, y, onOpen }: NodeProps) {
  const { id, title, state, wave, detail, stepId, dependsOn } = node;
  const needs = dependsOn.length === 0 ? '' : `\nneeds ${dependsOn.join(', ')}`;
  const full = visibleText(`${id}: ${title}${needs}${detail === undefined ? '' : `\n${detail}`}`);
  return (
    <button
      type="button"
      class={`node ${state}`}
      title={full}
      disabled={stepId === undefined}
      onClick={() => stepId !== undefined && onOpen(stepId)}
      style={{
        left: `${x}px`,
        top: `${y}px`,
        width: `${nodeSize.width}px`,
        height: `${nodeSize.height}px`,
      }}
    >
      <span class="node-head">
        <strong>{visibleText(id)}</strong>
        <span class="state">
          <span aria-hidden="true">{icons[state]}</span> {state}
          {wave !== undefined && <span class="muted">, wave {wave}</span>}
        </span>
      </span>
      <span class="node-title">{visibleText(title)}</span>
    </button>
  );
}

function Edges({ layout: { width, height, edges } }: { layout: PlanLayout }) {
  return (
    <svg width={width} height={height} aria-hidden="true">
      <defs>
        <marker
          id="arrow"
          viewBox="0 0 8 8"
          refX="8"
          refY="4"
          markerWidth="8"
          markerHeight="8"
          orient="auto"
        >
          <path d="M0 0 8 4 0 8z" />
        </marker>
      </defs>
      {edges.map(({ from, to, points }) => {
        const path = `M${points.map(({ x, y }) => `${x} ${y}`).join('L')}`;
        return (
          <g key={`${from} ${to}`}>
            <path class="halo" d={path} />
            <path class="edge" d={path} marker-end="url(#arrow)" />
          </g>
        );
      })}
    </svg>
  );
}
