/** More parts than a call takes as arguments: `f(...parts)` ends a program that lets a file decide how many there are. */
export const MANY = 150_000;
