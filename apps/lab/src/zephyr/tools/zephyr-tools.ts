import type { Tool } from '@loopwright/tool-registry';
import { pages } from '../zephyr-labs.ts';
import { calculator } from './calculator.ts';
import { createKnowledgeLookup, type Facts } from './knowledge-lookup.ts';
import { createWebSearch } from './web-search.ts';

/** The three tools of the world of Zephyr Labs (T4, T5). With `outage` the backend of the search is down. */
export function createZephyrTools({ facts, outage }: { facts: Facts; outage: boolean }): Tool[] {
  return [calculator, createKnowledgeLookup(facts), createWebSearch({ pages, outage })];
}
