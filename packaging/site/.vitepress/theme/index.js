/** Uses system fonts, which makes the first page a third smaller. */
import DefaultTheme from 'vitepress/theme-without-fonts'

export default DefaultTheme
