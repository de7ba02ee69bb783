import { FaceResultPage } from '../features/realname/face-result-page.tsx';
import { pageTitle } from '../shell/page-title.ts';

export const handle = { ns: ['realname', 'error'] };
export const meta = pageTitle;

export default FaceResultPage;
