export { type FormatName, formatNames } from './format-name.ts';
export { isRightEnd } from './is-right-end.ts';
export { criticPolicy } from './policies/critic-policy.ts';
export { policyModels, policyReply } from './policy-model.ts';
export { startPolicyServer } from './policy-server.ts';
export { defaultScenarios, type Scenario, scenarios } from './scenarios.ts';
export { createZephyrTools } from './tools/zephyr-tools.ts';
export { facts } from './zephyr-labs.ts';
