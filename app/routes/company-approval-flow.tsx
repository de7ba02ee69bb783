import { FlowPage } from '../features/approval/flow-page.tsx';

export const handle = { ns: ['approval', 'company', 'error'], title: 'approval:flow.title' };

export default FlowPage;
