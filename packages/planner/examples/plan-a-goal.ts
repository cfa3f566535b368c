import { decompose, TaskGraph } from '@loopwright/planner';

const graph = new TaskGraph<string>(decompose('Compare the populations of France and Germany'));
console.log(graph.waves());

// Whatever does the work: an agent, a tool, a person. This one knows little.
const known: Record<string, string> = { lookup_france: '68 million' };

for (let task = graph.next(); task !== undefined; task = graph.next()) {
  graph.start(task.id);
  const result = known[task.id];
  if (result !== undefined) graph.complete(task.id, result);
  else console.log(task.id, graph.fail(task.id, 'search is down'));
}

console.log(graph.status, '-', graph.progress().text);
console.log(graph.unfinished());
