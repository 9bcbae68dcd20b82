export {
  fitScaling,
  LEAST_POINTS,
  MOST_ERROR,
  predict,
  type Prediction,
  type ScalingModel,
  type ScalingPoint,
} from './model.js';
export { growthText, modelText } from './text.js';
export { type ScalingTerm, termAt, TERMS, termText } from './terms.js';
