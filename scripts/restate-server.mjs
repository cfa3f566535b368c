// Prints the path of a Restate server, which is installed first where it is not there yet.
//   node scripts/restate-server.mjs
import { restateServer } from './lib/restate-server.mjs';

console.log(await restateServer());
