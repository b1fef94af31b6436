export interface Props { label: string }
export default function Button(props: Props) { return null; }
