export { type FranceMode, franceModes } from './france/run-france.ts';
export { runStory, type Story, type StoryName, storyNames } from './run-story.ts';
