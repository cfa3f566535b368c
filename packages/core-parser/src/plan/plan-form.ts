/**
 * The forms in which models write a plan.
 *
 * - `json`: `{"plan": [{"id": "E1", "tool": "search", "args": {"q": "x"}}]}`
 * - `text`: the form of the ReWOO paper, `Plan: …` and `#E1 = search[x]`
 * - `numbered`: the form of LLMCompiler, `1. search("x")`, with `$1` and `join()`
 * - `json_calls`: `[{"name": "search", "arguments": {"q": "x"}, "label": "var1"}]`, with `$var1.field$`
 * - `json_steps`: `{"steps": [{"step_number": 1, "tool_to_use": "search", "depends_on": []}]}`
 */
export const planForms = ['json', 'text', 'numbered', 'json_calls', 'json_steps'] as const;

/** One of {@link planForms}. */
export type PlanForm = (typeof planForms)[number];
