import { CertificateList } from '../features/certificate/certificate-list.tsx';

export const handle = { ns: ['certificate'], title: 'certificate:title' };

export default CertificateList;
