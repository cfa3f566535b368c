export const usage = `Usage: loopwright-viewer FILE|- [OPTION]

Shows a run log. FILE is one that createRunLog has written, and may still be growing; - is standard input.

  (none)               serves the page on loopback, prints its address and follows the log until Ctrl-C
  --open               the same, and opens the browser
  --port PORT          of the server; a free one by default
  --html OUT           writes the page as one file, which needs no server and no network; - is standard output
  --mermaid [KIND]     prints Mermaid text: flowchart (the default) or sequence
  --replay             prints the run as text, step by step
  --replay --with MODULE
                       runs the strategy again over what was recorded and says whether it comes out the same;
                       the recorded runtime asks no model and no tool
  --fork SEQ           prints the journal that a new session begins with, as it was before the event SEQ
  --fork SEQ --with MODULE
                       goes on from there, with the models and tools of the module, and prints the result
  --diff OTHER         says where two runs first went different ways
  --force              writes OUT even if it is there; never over FILE itself
  --help, --version

MODULE exports a function resume({ runtime, detach }) that starts the same run again. --replay --with and --fork need
a log of the level verbose.

Examples:
  loopwright-viewer run.jsonl --html run.html
  loopwright-viewer run.jsonl --mermaid sequence
  my-agent | loopwright-viewer - --open

Ends with 0; with 1 when it cannot be done, the runs differ or the run that goes on fails; with 2 when the command line is
wrong; with 3 when the run that goes on waits for a decision or was left.`;
