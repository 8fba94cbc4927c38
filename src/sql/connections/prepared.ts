/**
 * So many statements do we keep prepared on one connection, whatever is asked: each costs the server memory for as long
 * as the connection lives, and MySQL has a limit for all connections together.
 */
export const mostPrepared = 100
