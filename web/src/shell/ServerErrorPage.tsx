import { Notice } from '../shared/Notice.tsx'

export const ServerErrorPage = () => <Notice alone title="This is 500 page" />
