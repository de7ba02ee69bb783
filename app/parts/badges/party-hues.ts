/** Hues that tell signers apart on the pages; each also has its number and name beside it, never colour alone. */
const HUES = [212, 24, 150, 280, 48, 330, 180, 100];

export const hueOf = (index: number): number => HUES[index % HUES.length]!;
