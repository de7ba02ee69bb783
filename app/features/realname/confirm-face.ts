import { confirmFaceAuth, getUserExtendInfo } from '#core/realname/calls.ts';
import { call } from '../../call.ts';
import { getSession, setSession } from '../../session/session-store.ts';

/** Confirms a successful face verification, after which the person's data in the session is refetched ([4.17b]). */
export async function confirmFace(transId: string, refresh: () => Promise<void>): Promise<void> {
  await call(confirmFaceAuth, { transId, result: 'ENABLE' });
  await refresh();
  const { userExtendInfo } = getSession();
  if (userExtendInfo?.userOwnerType !== 'OUTSIDE') return;
  const more = await call(getUserExtendInfo, {});
  setSession({ userExtendInfo: { ...userExtendInfo, ...more } });
}
