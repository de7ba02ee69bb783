import { z } from 'zod';

/** The amount of a contract: an integer in fen, up to 10¹² yuan as in payments. */
export const contractFen = z.number().int().min(0).max(100_000_000_000_000);
