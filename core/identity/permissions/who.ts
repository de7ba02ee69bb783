import type { Role } from '#core/call.ts';
import type { OwnerType } from '../states.ts';

/** A row of the table of permissions. */
export interface Permission {
  /** What it is, as one would say it: "May …". */
  may: string;
  who: Who;
  calls: readonly string[];
  /** Names of entries of core/identity/menu.ts that are shown to exactly these. */
  menu?: readonly string[];
  /** What the procedure asks beyond this table. */
  also?: string;
}

/** Who may do something. What is left out may not. An enterprise's administrator may what any of its members may. */
export interface Who {
  /** Without a session; whoever has one may, too. */
  visitor?: true;
  /** A person acting as themself. */
  person?: true;
  /** Somebody acting for an enterprise: every member, or those with one of these roles. */
  member?: true | readonly Role[];
  /** The platform's administrator, acting as themself. */
  platform?: true;
  /** Only owners of this kind. */
  ownerType?: OwnerType;
}

export const ANYONE: Who = { visitor: true };
export const SIGNED_IN: Who = { person: true, member: true };
export const PERSON: Who = { person: true };
export const MEMBER: Who = { member: true };
export const PLATFORM: Who = { platform: true };
/** Nobody: only the product's own processes, by a key of their own. */
export const NOBODY: Who = {};
export const membersWith = (member: readonly Role[]): Who => ({ member });
export const personOr = (member: readonly Role[]): Who => ({ person: true, member });
