/**
 * Words that say nothing about what a goal is about: function words of English, and the verbs and nouns of asking and
 * of using tools, which occur in any goal and any action.
 */
export const stopWords: ReadonlySet<string> = new Set(
  [
    'a an the this that these those some any all each every no not only more most other such own same very too just',
    'i me my mine we us our ours you your yours he him his she her it its they them their one ones',
    'who whom whose what which when where why how is am are was were be been being do does did doing done has have had',
    'having can could may might must shall should will would let lets please want wants need needs like know',
    'and or but nor so if then else than as because while until about above after again against at before below between',
    'by down during for from further in into of off on onto out over per through to toward towards under up upon via',
    'with within without there here also both either neither few much many now once ever yet s t',
    'find finds finding get gets getting fetch fetches look looks looking lookup search searches searching query queries',
    'list lists show shows tell give gives ask answer answers check checks read open browse explore explores exploring',
    'best better good way ways use uses using make makes see try run call calls apply applies add adds fix fixes edit edits update updates write',
    'calculate calculates calculating calculator compute computes multiply divide sum count counts compare compares combine',
    'explain describe recommend determine identify information info detail details data result results thing things tool',
    'tools action actions input output expression calculation math key keys value values text name names id ids q url true false null',
  ]
    .join(' ')
    .split(' '),
);

/**
 * Words after which a goal qualifies what it asks for: "fees *for* a checking account", "fees of *my* account". Not "of",
 * "on" and "about", which lead to the topic itself: "save money on fees".
 */
export const qualifierWords: ReadonlySet<string> = new Set(
  'against at between by during for from in into through to toward towards under via with within without my our your his her their its'.split(
    ' ',
  ),
);

/** Words that start a further demand of its own ("the capital *and* the population"). */
export const demandWords: ReadonlySet<string> = new Set([
  'and',
  'or',
  'then',
  'but',
  'also',
  'plus',
]);
