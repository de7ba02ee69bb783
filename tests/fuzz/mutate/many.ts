/** More parts than a call takes as arguments: `f(...parts)` ends a program that lets a file decide how many there are. */
export const MANY = 150_000;

/** The longest that a document becomes: what is repeated twice would otherwise fill the memory before anything reads it. */
export const LARGEST = 4_000_000;
