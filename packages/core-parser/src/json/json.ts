/** A value that survives JSON unchanged. Everything stored, replayed or shown to a model is one of these. */
export type Json = null | boolean | number | string | Json[] | JsonObject;

/** A JSON object. */
export type JsonObject = { [key: string]: Json };
