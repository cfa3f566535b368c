import { render } from 'preact';
import { App } from './parts/app.tsx';
import './styles/base.css';
import './styles/panels.css';
import './styles/steps.css';
import { readPageData } from './view-model/page-data.ts';

const data = readPageData(document.getElementById('run')?.textContent || '{}');
render(<App initial={data} />, document.getElementById('page')!);
