import { FaceResultPage } from '../features/realname/face-result-page.tsx';

export const handle = { ns: ['realname', 'error'], title: 'realname:face.resultTitle' };

export default FaceResultPage;
